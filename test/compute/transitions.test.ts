import { describe, expect, test } from 'vitest';
import { activeWorld, idleWorld, MINUTE, World } from './world.ts';

/** One test for each row of the specification's transition table, then one for each of its rules. */
describe('the transition table of the specification', () => {
  test('a create call: init, pending active, and a start is under way', () => {
    const world = new World();
    expect(world.send('created')).toEqual(['beginStart']);
    expect(world.api).toBe('init/active');
    world.pass(299);
    expect(world.api).toBe('init/active');
    world.pass(1);
    expect(world.api).toBe('active');
  });

  test('five minutes of inactivity suspend an active compute', () => {
    const world = activeWorld();
    world.connect('app');
    world.disconnect('app');
    world.pass(5 * MINUTE - 1);
    expect(world.api).toBe('active');
    world.pass(1);
    expect(world.api).toBe('active/idle');
    world.pass(200);
    expect(world.api).toBe('idle');
  });

  test('the next connection wakes an idle compute, and waits as long as the start takes', () => {
    const world = idleWorld();
    world.connect('app');
    expect(world.api).toBe('idle/active');
    expect(world.story).toEqual(['app waits']);
    world.pass(300);
    expect(world.api).toBe('active');
    expect(world.story).toEqual(['app waits', 'app connected']);
  });

  test('moving an idle compute to another branch leaves it idle, with pending idle meanwhile', () => {
    const world = idleWorld();
    expect(world.send('branch.change')).toEqual(['takeSettings', 'beginApply']);
    expect(world.api).toBe('idle/idle');
    world.pass(100);
    expect(world.state).toBe('reconfiguring.stopping');
    expect(world.api).toBe('idle/idle');
    world.pass(200);
    expect(world.api).toBe('idle');
  });

  test('a restart interrupts existing connections; the compute is back after a stop and a start', () => {
    const world = activeWorld();
    world.connect('app');
    world.send('restart');
    expect(world.story).toEqual(['app connected', 'app dropped']);
    expect(world.api).toBe('active/active');
    world.pass(200);
    expect(world.api).toBe('idle/active');
    world.pass(300);
    expect(world.api).toBe('active');
  });

  test('a restart of an idle compute starts it', () => {
    const world = idleWorld();
    expect(world.send('restart')).toEqual(['beginStart']);
    expect(world.api).toBe('idle/active');
    world.pass(300);
    expect(world.api).toBe('active');
  });
});

describe('the rules on effects of changes', () => {
  test('1: a new size of a fixed compute restarts it and drops connections', () => {
    const world = activeWorld();
    world.connect('app');
    expect(world.send('resize')).toEqual(['stopInactivityTimer', 'takeSettings', 'beginApply']);
    world.pass(100 + 200 + 300);
    expect(world.story).toEqual(['app connected', 'app dropped', 'local state lost']);
    expect(world.api).toBe('active');
  });

  test('2: a new minimum or maximum restarts it and drops connections', () => {
    const world = activeWorld();
    world.connect('app');
    expect(world.send('range.change')).toEqual(['stopInactivityTimer', 'takeSettings', 'beginApply']);
    expect(idleWorld().send('range.change')).toEqual(['takeSettings', 'beginApply']);
    world.pass(100 + 200 + 300);
    expect(world.story).toEqual(['app connected', 'app dropped', 'local state lost']);
    expect(world.api).toBe('active');
  });

  test('3: automatic resizing neither restarts the compute nor drops connections', () => {
    const world = activeWorld();
    world.connect('app');
    expect(world.send('autoscale')).toEqual(['resizeInPlace']);
    expect(world.api).toBe('active');
    expect(world.sessions.has('app')).toBe(true);
  });

  test('4: an edit takes effect at once, whoever makes it', () => {
    const world = activeWorld();
    world.life.settings = { ...world.life.settings, suspendAfterMs: MINUTE };
    expect(world.send('settings.change')).toEqual(['takeSettings', 'armInactivityTimer']);
    expect(world.api).toBe('active');
    // The compute had been inactive since its start, 700 ms before the edit.
    world.pass(MINUTE - 701);
    expect(world.api).toBe('active');
    world.pass(1);
    expect(world.api).toBe('active/idle');
  });

  test('5: with scale to zero off it stays active, and takes a release only by a restart', () => {
    const world = activeWorld({ suspendAfterMs: null });
    world.send('release.published');
    world.pass(30 * 24 * 60 * MINUTE);
    expect(world.api).toBe('active');
    expect(world.life.release).toBe(0);
    world.send('restart');
    world.pass(MINUTE);
    expect(world.life.release).toBe(1);
  });

  test('6: each new connection resets the inactivity timer, so a poller keeps a compute awake', () => {
    const world = activeWorld();
    for (let i = 0; i < 100; i++) {
      world.connect(`poll ${i}`);
      world.disconnect(`poll ${i}`);
      world.pass(4 * MINUTE);
    }
    expect(world.api).toBe('active');
    world.pass(MINUTE + 200);
    expect(world.api).toBe('idle');
  });
});
