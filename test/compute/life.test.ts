import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeWorld, idleWorld, MINUTE, PLAIN, World } from './world.ts';

describe('activity', () => {
  test('a query in flight keeps a compute awake, an open idle connection does not', () => {
    const world = activeWorld();
    world.connect('report');
    world.query('report', true);
    world.pass(60 * MINUTE);
    expect(world.api).toBe('active');
    world.query('report', false);
    world.pass(5 * MINUTE - 1);
    expect(world.api).toBe('active');
    world.pass(201);
    expect(world.api).toBe('idle');
    expect(world.story).toEqual(['report connected', 'report dropped', 'local state lost']);
  });

  test('a client that leaves during a query was active until then', () => {
    const world = activeWorld();
    world.connect('report');
    world.query('report', true);
    world.pass(20 * MINUTE);
    world.disconnect('report');
    world.pass(5 * MINUTE - 1);
    expect(world.api).toBe('active');
    world.pass(1);
    expect(world.api).toBe('active/idle');
  });

  test('a shortened timeout ends at the next check for activity, not before', () => {
    const world = activeWorld({ idleCheckMs: 500 });
    world.pass(2 * MINUTE + 123);
    world.life.settings = { ...world.life.settings, suspendAfterMs: MINUTE };
    world.send('settings.change');
    // The compute started at 300 ms, with a check every 500 ms from there on. The next one is at 121,300 ms.
    world.pass(176);
    expect(world.api).toBe('active');
    world.pass(1);
    expect(world.api).toBe('active/idle');
  });

  test('the first activity to end does not start the timer while another goes on', () => {
    const world = activeWorld();
    world.connect('a');
    world.connect('b');
    world.query('a', true);
    world.query('b', true);
    world.query('a', false);
    world.pass(10 * MINUTE);
    expect(world.api).toBe('active');
  });
});

describe('connections during a change', () => {
  test('a connection during a suspend waits and wakes the compute again', () => {
    const world = activeWorld();
    world.send('suspend');
    world.connect('late');
    expect(world.api).toBe('active/idle');
    world.pass(200);
    expect(world.api).toBe('idle/active');
    world.pass(300);
    expect(world.story).toEqual(['late waits', 'local state lost', 'late connected']);
  });

  test('a connection during a change of settings waits and wakes the compute afterwards', () => {
    const world = idleWorld();
    world.send('range.change');
    world.connect('app');
    world.pass(100 + 200 + 300);
    expect(world.api).toBe('active');
    expect(world.story).toEqual(['app waits', 'app connected']);
  });

  test('a connection gives up after its own timeout, and the compute still starts', () => {
    const world = idleWorld({ startTime: { kind: 'constant', ms: 8000 } });
    world.connect('impatient', 5000);
    world.connect('patient', 10_000);
    world.pass(8000);
    expect(world.story).toEqual([
      'impatient waits',
      'patient waits',
      'impatient timed out',
      'patient connected',
    ]);
    expect(world.api).toBe('active');
  });

  test('a thousand connections at once cause one start', () => {
    const world = idleWorld();
    const starts = Array.from({ length: 1000 }, (_, i) => {
      world.connect(`client ${i}`);
      return world.state;
    });
    expect(new Set(starts)).toEqual(new Set(['starting.attempt']));
    expect(world.waiting).toBe(1000);
    world.pass(300);
    expect(world.sessions.size).toBe(1000);
  });
});

describe('starts that fail', () => {
  const retry = { attempts: 3, firstMs: 1000, factor: 2, highestMs: 30_000 };

  test('are retried after growing pauses, and waiting clients are served in the end', () => {
    const world = new World({ startFailureShare: 0.5, retry }, { 'start failure': [0.9, 0.1, 0.1, 0.9] });
    world.send('created');
    world.pass(1000);
    world.send('suspend');
    world.pass(1000);
    world.connect('app', 60_000);
    world.pass(300);
    expect(world.state).toBe('starting.backingOff');
    world.pass(1000 + 300);
    expect(world.state).toBe('starting.backingOff');
    world.pass(2000 + 299);
    expect(world.api).toBe('idle/active');
    world.pass(1);
    expect(world.api).toBe('active');
    expect(world.story).toContain('app connected');
  });

  test('end after the last attempt: the compute is idle, and waiting clients are refused', () => {
    const world = new World({ startFailureShare: 1, retry });
    world.send('created');
    world.connect('app', 60_000);
    world.pass(300 + 1000 + 300 + 2000 + 300);
    expect(world.api).toBe('idle');
    expect(world.story).toEqual(['app waits', 'app refused']);
  });

  test('a late failure does not count', () => {
    const world = activeWorld({ startFailureShare: 0, retry });
    for (let i = 0; i < 3; i++) world.send('start.failed');
    world.send('suspend');
    world.pass(1000);
    world.life.settings = { ...PLAIN, startFailureShare: 1, retry };
    world.connect('app', 60_000);
    world.pass(300);
    expect(world.state).toBe('starting.backingOff');
  });

  test('the next wake has all its attempts again', () => {
    const world = new World({ startFailureShare: 1, retry });
    world.send('created');
    world.pass(10_000);
    expect(world.api).toBe('idle');
    world.life.settings = { ...PLAIN, startFailureShare: 1, retry };
    world.connect('app', 60_000);
    world.pass(300);
    expect(world.state).toBe('starting.backingOff');
  });
});

describe('commands', () => {
  test('a start of an active compute and a suspend of an idle one change nothing', () => {
    expect(activeWorld().send('start')).toEqual(['noChange']);
    expect(idleWorld().send('suspend')).toEqual(['noChange']);
  });

  test('while a change is under way every command is refused as busy', () => {
    const world = idleWorld();
    world.send('start');
    for (const command of [
      'start',
      'suspend',
      'restart',
      'resize',
      'branch.change',
      'disable',
      'delete',
    ] as const) {
      expect(world.send(command)).toEqual(['rejectBusy']);
    }
    expect(world.api).toBe('idle/active');
  });

  test('moving an active compute to another branch drops its connections and starts it there', () => {
    const world = activeWorld();
    world.connect('app');
    expect(world.send('branch.change')).toEqual(['stopInactivityTimer', 'takeSettings', 'beginApply']);
    world.pass(100);
    expect(world.story).toEqual(['app connected', 'app dropped']);
    world.pass(200 + 300);
    expect(world.api).toBe('active');
  });

  test('a disabled compute sleeps and refuses connections until it is enabled', () => {
    const world = activeWorld();
    world.connect('app');
    world.send('disable');
    world.pass(1000);
    world.connect('again');
    expect(world.api).toBe('idle');
    expect(world.story).toEqual(['app connected', 'app dropped', 'local state lost', 'again refused']);
    expect(world.send('start')).toEqual(['rejectBarred']);
    world.send('enable');
    world.pass(1000);
    world.connect('again');
    world.pass(300);
    expect(world.api).toBe('active');
  });

  test('a spent quota and a disabled compute are independent', () => {
    const spent = idleWorld();
    spent.life.setOverQuota(true);
    spent.send('enable');
    spent.pass(1000);
    spent.connect('app');
    expect(spent.story).toEqual(['app refused']);
    const disabled = idleWorld();
    disabled.send('disable');
    disabled.pass(1000);
    disabled.life.setOverQuota(true);
    disabled.life.setOverQuota(false);
    disabled.connect('app');
    expect(disabled.story).toEqual(['app refused']);
  });

  test('a compute that becomes barred while it starts goes back to sleep', () => {
    const world = idleWorld();
    world.connect('app');
    world.life.setOverQuota(true);
    world.pass(300);
    expect(world.api).toBe('active/idle');
    expect(world.story).toEqual(['app waits', 'app refused']);
  });

  test('after a delete no timer runs, and connections and commands are refused', () => {
    const world = activeWorld();
    world.connect('app');
    world.send('delete');
    world.pass(60 * MINUTE);
    expect(world.state).toBe('deleted');
    world.connect('late');
    expect(world.story).toEqual(['app connected', 'app dropped', 'late refused']);
    expect(world.send('start')).toEqual(['rejectAbsent']);
    expect(world.send('delete')).toEqual(['rejectAbsent']);
  });
});

describe('releases', () => {
  test.each(['wake', 'restart', 'resize'] as const)('are picked up by a %s', (how) => {
    const world = activeWorld();
    world.send('release.published');
    world.send('release.published');
    expect(world.life.release).toBe(0);
    if (how === 'wake') {
      world.pass(6 * MINUTE);
      world.connect('app');
    } else {
      world.send(how);
    }
    world.pass(1000);
    expect(world.life.release).toBe(2);
  });
});

test('time that runs backwards is a broken invariant', () => {
  const world = activeWorld();
  world.nowMs = 299;
  expect(() => world.send('activity')).toThrow('broken invariant: time never runs backwards');
  expect(() => world.life.touch(299)).toThrow('broken invariant: time never runs backwards');
  expect(() => world.life.alarm('inactivity', 299)).toThrow('broken invariant: time never runs backwards');
});

test('a timeout that is shortened during a query counts from the end of that query', () => {
  const world = activeWorld({ suspendAfterMs: 60 * MINUTE });
  world.connect('report');
  world.query('report', true);
  world.pass(MINUTE);
  world.life.settings = { ...world.life.settings, suspendAfterMs: MINUTE };
  world.send('settings.change');
  world.pass(MINUTE);
  world.life.touch(world.nowMs);
  world.sessions.clear();
  world.life.touch(world.nowMs);
  world.pass(MINUTE - 1);
  expect(world.api).toBe('active');
  world.pass(1);
  expect(world.api).toBe('active/idle');
});

test('activity reported once, after a missed alarm, gives the same life as activity reported each time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5 * MINUTE - 1 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(0, 500, 7 * MINUTE),
      fc.option(fc.integer({ min: 1, max: 20 * MINUTE }), { nil: null }),
      (gapsMs, idleCheckMs, queryMs) => {
        const awake = () => activeWorld({ suspendAfterMs: 5 * MINUTE, idleCheckMs });
        const [told, once] = [awake(), awake()];
        const end = (world: World) => {
          if (queryMs !== null) {
            world.pass(queryMs);
            world.sessions.clear();
            world.life.touch(world.nowMs);
          }
          world.pass(30 * MINUTE);
          return world.life.saved();
        };
        const begins = (world: World) => {
          if (queryMs !== null) world.sessions.set('report', { busy: true });
        };
        for (const world of [told, once]) world.life.touch(world.nowMs);
        for (const [i, gapMs] of gapsMs.entries()) {
          told.pass(gapMs);
          if (i === gapsMs.length - 1) begins(told);
          told.life.touch(told.nowMs);
        }
        once.nowMs = told.nowMs;
        begins(once);
        once.life.passAlarm(once.nowMs);
        expect(end(once)).toEqual(end(told));
        expect(once.state).toBe('idle');
      },
    ),
  );
});
