import { apiClient, type Client, controlClient } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import type { ClockView, Organization, SizeFacts, User } from '../api/shapes.ts';
import { browser } from '../browser.ts';
import { History } from './history.ts';
import { Pulse } from './pulse.ts';
import { ServiceClock } from './service-clock.ts';

/** The session of a signed-in user. It is in memory only, and ends with the page. */
export interface ConsoleSession {
  readonly api: Client;
  /** Null without a control token: the clock, clients and load are then out of reach. */
  readonly control: Client | null;
  readonly account: Account;
  readonly sizes: SizeFacts;
  readonly clock: ServiceClock;
  readonly history: History;
  readonly pulse: Pulse;
}

/** The owner of the key. An organization has neither a name here nor personal keys. */
type Account =
  | { readonly kind: 'person'; readonly id: string; readonly name: string }
  | { readonly kind: 'organization'; readonly id: string };

export async function openSession(key: string, control: Client | null): Promise<ConsoleSession> {
  const api = apiClient(key);
  const account = await accountOf(api);
  return {
    api,
    control,
    account,
    sizes: await sizeFacts(),
    clock: new ServiceClock(),
    history: new History(),
    pulse: new Pulse(),
  };
}

/** Returns a client of the control API. Throws if the token is wrong. */
export async function openControl(token: string): Promise<Client> {
  const control = controlClient(token);
  await control.call<ClockView>('GET', '/clock');
  return control;
}

export async function loadOrganizations({ api, account }: ConsoleSession): Promise<readonly Organization[]> {
  if (account.kind === 'organization')
    return [await api.call<Organization>('GET', `/organizations/${account.id}`)];
  const { organizations } = await api.call<{ organizations: readonly Organization[] }>(
    'GET',
    '/users/me/organizations',
  );
  return organizations;
}

async function accountOf(api: Client): Promise<Account> {
  const { account_id, auth_method } = await api.call<{ account_id: string; auth_method: string }>(
    'GET',
    '/auth',
  );
  if (auth_method === 'api_key_org') return { kind: 'organization', id: account_id };
  const { id, name } = await api.call<User>('GET', '/users/me');
  return { kind: 'person', id, name };
}

async function sizeFacts(): Promise<SizeFacts> {
  const response = await browser.request('/sizes.json', {});
  if (!response.ok) throw new ApiFailure(response.status, 'NO_SIZES', 'the list of sizes is missing', '');
  return (await response.json()) as SizeFacts;
}
