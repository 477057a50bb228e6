import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, type Opened, openChromium } from './chromium.ts';
import { type Serving, serving } from './serving.ts';

const executable = findChromium();

describe.runIf(executable === null)('the console in a browser', () => {
  test('is not run, because Chromium is missing: set TIDEMARK_CHROMIUM', () => {
    expect(executable).toBeNull();
  });
});

describe.runIf(executable !== null)('the console in a browser', () => {
  let service: Serving;
  let opened: Opened;
  let page: Page;
  const requests: string[] = [];
  const complaints: string[] = [];
  const secrets: string[] = [];

  beforeAll(async () => {
    service = await serving();
    opened = await openChromium(executable as string);
    page = await opened.context.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    secrets.push(service.key, service.token);
  });
  afterAll(async () => {
    await opened?.close();
    await service?.stop();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const compute = () => page.getByRole('article');
  const status = () => compute().locator('.pill').first();
  const advance = (by: string) => button(`Advance the clock by ${by}`).click();

  async function signIn(key: string, token: string): Promise<void> {
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('Control token').fill(token);
    await button('Sign in').click();
  }

  /** Waits until it shows this. */
  async function shows(locator: Locator, text: string | RegExp): Promise<void> {
    await locator.filter({ hasText: text }).first().waitFor();
  }

  test('refuses an unknown key and shows the error of the service', async () => {
    await page.goto(service.url);
    await signIn('tdm_unknown', '');
    await shows(page.getByRole('alert'), 'the API key is unknown or was revoked');
    await shows(page.getByRole('alert'), /status 401.*UNAUTHORIZED.*request [0-9a-f]{8}-\d+/);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  test('creates a first key with the control token alone', async () => {
    await page.reload();
    await signIn('', service.token);
    await page.getByLabel('Name of the key').fill('from the console');
    await button('Create key').click();
    secrets.push(await page.locator('.secret-text').innerText());
    await button('I have kept it: go on').click();
    await shows(page.locator('main'), 'No projects yet');
  });

  test('forgets everything on reload, and lets the user sign in by keyboard alone', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(secrets.at(-1) as string);
    await page.keyboard.press('Tab');
    await page.keyboard.type(service.token);
    await page.keyboard.press('Enter');
    await shows(page.locator('main'), 'No projects yet');
  });

  test('shows the secret of a new key once', async () => {
    await page.getByRole('link', { name: 'API keys' }).click();
    await button('Create key').click();
    await dialog().getByLabel('Name').fill('deploys');
    await dialog().getByRole('button', { name: 'Create key' }).click();
    await shows(dialog(), 'It is shown this once');
    const secret = await dialog().locator('.secret-text').innerText();
    expect(secret).toMatch(/^tdm_[\w-]{43}$/);
    secrets.push(secret);
    await button('I have kept it').click();
    await shows(page.getByRole('row'), 'deploys');
    expect(await page.content()).not.toContain(secret);
    await page.reload();
    await signIn(secret, service.token);
    await shows(page.getByRole('row'), 'deploys');
    expect(await page.content()).not.toContain(secret);
  });

  test('creates a project, whose compute is active once time has passed', async () => {
    await page.getByRole('link', { name: 'Projects' }).click();
    await button('Create project').click();
    await dialog().getByLabel('Name').fill('Tide tables');
    await dialog().getByLabel('Region').selectOption('aws-eu-central-1');
    await dialog().getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: 'Tide tables' }).waitFor();
    await shows(page.locator('main'), 'aws-eu-central-1');
    await shows(status(), 'Starting…');
    await shows(page.getByRole('row'), /start compute.*running/);
    await button('To the next event').click();
    await shows(status(), /^Active$/);
    await shows(page.getByRole('row'), /start compute.*finished/);
  });

  test('changes the range, the timeout and the name', async () => {
    await button('Edit').click();
    await dialog().getByLabel('Name').fill('main compute');
    await dialog().getByLabel('Smallest size').selectOption('0.5');
    await dialog().getByLabel('Largest size').selectOption('4');
    await dialog().getByLabel('Sleeps after inactivity of').selectOption('900');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(compute(), /0\.5 to 4 CU.*15 min/);
    await page.getByRole('heading', { name: 'main compute' }).waitFor();
    await advance('1m');
    await shows(status(), /^Active$/);
    await shows(compute(), /now 0\.5 CU/);
  });

  test('shows the error of the service for an invalid change', async () => {
    await button('Edit').click();
    await dialog().getByLabel('Largest size').selectOption('18');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(dialog().getByRole('alert'), 'autoscaling goes up to 16 CU');
    await shows(dialog().getByRole('alert'), 'INVALID_REQUEST');
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('suspends the compute, and says to try again if another command comes meanwhile', async () => {
    await button('Suspend').click();
    await shows(status(), 'Suspending…');
    await button('Restart').click();
    await shows(compute().getByRole('alert'), /It is being changed already.*CONFLICTING_OPERATION/);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('423')]);
    await advance('1m');
    await shows(status(), /^Idle$/);
    await button('Dismiss').click();
    await button('Start').click();
    await shows(status(), 'Starting…');
    await advance('1m');
    await shows(status(), /^Active$/);
    await button('Suspend').click();
    await shows(status(), 'Suspending…');
    await advance('5m');
    await shows(status(), /^Idle$/);
  });

  test('lets a client wake the compute', async () => {
    await page.getByText('Clients and load').click();
    await button('Connect').click();
    await shows(compute(), '1 waiting for the compute to wake.');
    await advance('1m');
    await shows(status(), /^Active$/);
    await shows(compute(), '1 of 1802 at most');
    await shows(compute().getByRole('row'), /c-\d+.*\d+ (?:s|min) ago.*idle/);
  });

  test('makes the compute grow under load, and shows it in the timeline', async () => {
    await page.getByLabel('vCPU of work').fill('2.5');
    await button('Put load on').click();
    await shows(compute(), 'load of 2.5 vCPU');
    await advance('5m');
    await shows(compute(), /now [1-4](?:\.\d+)? CU/);
    const chart = page.getByRole('img', { name: /^State and size over time\. Active at/ });
    await chart.waitFor();
    for (const phase of ['active', 'idle', 'starting', 'suspending'])
      expect(await chart.locator(`.band-${phase}`).count(), phase).toBeGreaterThan(0);
    expect((await chart.locator('.size-line').getAttribute('d'))?.length).toBeGreaterThan(60);
    await page.getByText('Latest changes as a table').click();
    await shows(compute().getByRole('row'), /Active.*CU.*CPU load asks for/);
  });

  test('shows the whole history with its sizes after a reload', async () => {
    const table = async (): Promise<readonly string[]> => {
      await page.getByText('Latest changes as a table').click();
      await shows(compute().getByRole('row'), /Active.*CU.*CPU load asks for/);
      return compute().locator('details', { hasText: 'Latest changes' }).getByRole('row').allInnerTexts();
    };
    const chart = page.getByRole('img', { name: /^State and size over time\. Active at/ });
    const line = async () => (await chart.locator('.size-line').getAttribute('d'))?.match(/[MLH]/g)?.join('');
    const drawn = await line();
    await page.getByText('Latest changes as a table').click();
    const listed = await table();
    await page.reload();
    await signIn(secrets.at(-1) as string, service.token);
    expect(await table()).toEqual(listed);
    expect(await line()).toBe(drawn);
    await page.getByText('Clients and load').click();
  });

  test('has a name for each control, and fits a phone', async () => {
    await button('Edit').click();
    await dialog().waitFor();
    const nameless = await page.evaluate(
      `[...document.querySelectorAll('input, select, button')].filter((one) => (one.labels?.length ?? 0) === 0
        && one.textContent.trim() === '' && one.ariaLabel === null).map((one) => one.outerHTML)`,
    );
    expect(nameless).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBeLessThanOrEqual(
        width,
      );
    }
  });

  test('lets the compute fall asleep without load and clients', async () => {
    await button('Take the load off').click();
    await button('Disconnect all').click();
    await advance('1h');
    await shows(status(), /^Idle$/);
  });

  test('changes the clock', async () => {
    const time = page.locator('.clock-time');
    const before = await time.innerText();
    await page.locator('label').filter({ hasText: '600×' }).click();
    await time.filter({ hasNotText: before }).waitFor();
    await page.locator('label').filter({ hasText: 'Stopped' }).click();
    await shows(page.locator('.clock-bar'), 'stands still');
  });

  test('creates a branch with its compute, renames it and makes it the default', async () => {
    await button('Create branch').click();
    await dialog().getByLabel('Name').fill('preview');
    await dialog().getByRole('button', { name: 'Create branch' }).click();
    await shows(page.getByRole('row'), 'preview');
    await shows(page.getByRole('article'), 'on preview');
    await advance('1m');
    await button('Rename preview').click();
    await dialog().getByLabel('Name').fill('next');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await button('Make next the default').click();
    // The row names the button too, so it is by the button's going that the default is seen to have changed.
    await button('Make next the default').waitFor({ state: 'detached' });
    await shows(page.getByRole('row'), /next.*default/);
  });

  test('shows the connection string, pooled or direct, and hides its password at first', async () => {
    const section = page.getByRole('region', { name: 'Connection string' });
    await shows(section, /postgresql:\/\/\w+:••••••@127\.0\.0\.1:\d+\/neondb\?options=endpoint%3Dep-[\w-]+/);
    await section.getByLabel('Pooled connection').check();
    await shows(section, /endpoint%3Dep-[\w-]+-pooler/);
    await button('Show password').click();
    await shows(section, /:tdp_\w+@/);
  });

  test('works with a key alone, and accepts the control token later', async () => {
    await page.reload();
    await signIn(secrets.at(-1) as string, '');
    await shows(page.locator('.clock-bar'), 'Without the control token');
    const first = compute().first();
    await shows(first, 'Made from the operations and from looks at the API');
    await first.locator('.band-starting').first().waitFor({ state: 'attached' });
    await first.getByText('Latest changes as a table').click();
    await shows(first.getByRole('row'), 'suspend_compute finished');
    expect(await first.getByText('Clients and load').count()).toBe(0);
    await button('Add control token').click();
    await dialog().getByLabel('Control token').fill(service.token);
    await dialog().getByRole('button', { name: 'Add' }).click();
    await shows(page.locator('.clock-bar'), 'stands still');
    await shows(first, 'Clients and load');
    await shows(first.getByRole('row'), 'nothing was active for the timeout');
    for (const why of ['seen', 'start_compute', 'suspend_compute'])
      expect(await first.getByRole('row').filter({ hasText: why }).count(), why).toBe(0);
  });

  test('deletes the project after its name is typed', async () => {
    await button('Delete project').click();
    const confirm = dialog().getByRole('button', { name: 'Delete project' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog().getByLabel('Type Tide tables to confirm').fill('Tide tables');
    await confirm.click();
    await shows(page.locator('main'), 'No projects yet');
  });

  test('shows that a revoked key is refused', async () => {
    await page.getByRole('link', { name: 'API keys' }).click();
    await button('Revoke deploys').click();
    await dialog().getByRole('button', { name: 'Revoke key' }).click();
    await shows(page.getByRole('alert'), /the API key is unknown or was revoked.*status 401/);
    expect(complaints.length).toBeGreaterThan(0);
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('401');
  });

  test('has stored nothing, logged no errors, and sent no requests to other hosts', async () => {
    const kept = await page.evaluate(
      'indexedDB.databases().then((databases) => [localStorage.length, sessionStorage.length, document.cookie, databases.length])',
    );
    expect(kept).toEqual([0, 0, '', 0]);
    for (const secret of secrets) expect(page.url()).not.toContain(secret);
    expect(complaints).toEqual([]);
    expect(requests.length).toBeGreaterThan(100);
    for (const url of requests) {
      expect(url.startsWith(service.url)).toBe(true);
      for (const secret of secrets) expect(url).not.toContain(secret);
    }
  });
});
