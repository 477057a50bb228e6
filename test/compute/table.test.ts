import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  ACTIONS,
  type ActionId,
  chartStep,
  EVENTS,
  FLAG_COMBINATIONS,
  flagsOf,
  isMetered,
  NO_FLAGS,
  type Stepper,
  stateId,
  stateName,
  stateView,
  step,
  transitionTable,
} from '../../src/compute/index.ts';
import { computeMachine } from '../../src/compute/life/machine.ts';
import { World } from './world.ts';

const anyEvent = fc.constantFrom(...EVENTS);
const anyFlags = fc.nat({ max: FLAG_COMBINATIONS - 1 }).map(flagsOf);

/** The statechart as a running XState actor that returns the actions of each event. */
function runningChart() {
  let performed: ActionId[] = [];
  const actions = Object.fromEntries(ACTIONS.map((id) => [id, () => void performed.push(id)]));
  const actor = createActor(
    computeMachine.provide({ actions: actions as Record<ActionId, () => void> }),
  ).start();
  return (type: (typeof EVENTS)[number], flags: ReturnType<typeof flagsOf>) => {
    performed = [];
    actor.send({ type, flags });
    return { state: stateId(actor.getSnapshot().value), actions: performed };
  };
}

describe('the compiled table', () => {
  test('equals the statechart over any sequence of events and flags', () => {
    const visited = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyEvent, anyFlags), { minLength: 30, maxLength: 60, size: 'max' }),
        (sequence) => {
          const chart = runningChart();
          let state = 0;
          for (const [event, flags] of sequence) {
            const next = step(state, event, flags);
            state = next.state;
            visited.add(stateName(state));
            expect({ state: stateName(state), actions: next.actions }).toEqual(chart(event, flags));
          }
        },
      ),
    );
    // The sequences visited every state.
    expect(visited.size).toBe(transitionTable().states.length);
  });

  test('lives by the table and by XState have the same story', () => {
    const doing = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('connect' as const), client: fc.nat({ max: 5 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('disconnect' as const), client: fc.nat({ max: 5 }) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat({ max: 400_000 }) }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('send' as const), event: anyEvent }) },
    );
    fc.assert(
      fc.property(
        fc.array(doing, { maxLength: 40, size: 'max' }),
        fc.array(fc.double({ min: 0, max: 1 })),
        (deeds, failures) => {
          const worlds = [step, xstateStepper(), chartStep].map(
            (stepper) => new World({ startFailureShare: 0.3 }, { 'start failure': [...failures] }, stepper),
          );
          for (const world of worlds) {
            world.send('created');
            for (const deed of deeds) {
              if (deed.kind === 'connect') world.connect(`client ${deed.client}`);
              if (deed.kind === 'disconnect') world.disconnect(`client ${deed.client}`);
              if (deed.kind === 'pass') world.pass(deed.ms);
              if (deed.kind === 'send') world.send(deed.event);
            }
          }
          const [byTable, ...others] = worlds as [World, World, World];
          for (const other of others) {
            expect(byTable.story).toEqual(other.story);
            expect(byTable.state).toBe(other.state);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a life that is saved and resumed goes on without a difference', () => {
    const deed = fc.oneof(
      fc.record({ kind: fc.constant('connect' as const), client: fc.nat({ max: 5 }) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.nat({ max: 400_000 }) }),
      fc.record({ kind: fc.constant('send' as const), event: anyEvent }),
      fc.record({ kind: fc.constant('query' as const), client: fc.nat({ max: 5 }), busy: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(deed, fc.boolean()), { maxLength: 40, size: 'max' }), (deeds) => {
        const worlds = [new World({ idleCheckMs: 500 }), new World({ idleCheckMs: 500 })] as const;
        for (const world of worlds) {
          world.send('created');
          for (const [deed, reload] of deeds) {
            if (deed.kind === 'connect') world.connect(`client ${deed.client}`);
            if (deed.kind === 'pass') world.pass(deed.ms);
            if (deed.kind === 'send') world.send(deed.event);
            if (deed.kind === 'query' && world.sessions.has(`client ${deed.client}`))
              world.query(`client ${deed.client}`, deed.busy);
            if (reload && world === worlds[1]) world.reload();
          }
          world.pass(1_000_000);
        }
        expect(worlds[1].story).toEqual(worlds[0].story);
        expect(worlds[1].life.saved()).toEqual(worlds[0].life.saved());
      }),
    );
  });

  test('every state can be reached, and a compute can be deleted from each stable state', () => {
    const table = transitionTable();
    const reached = new Set([0]);
    for (const state of reached) {
      for (const event of EVENTS) {
        for (let bits = 0; bits < FLAG_COMBINATIONS; bits++)
          reached.add(step(state, event, flagsOf(bits)).state);
      }
    }
    expect([...reached].sort((a, b) => a - b)).toEqual(table.states.map((_, i) => i));
    for (const state of ['active', 'idle'].map((name) => table.states.indexOf(name))) {
      expect(stateName(step(state, 'delete', NO_FLAGS).state)).toBe('deleted');
    }
  });

  test('every event has an action or leads to another state', () => {
    transitionTable().states.forEach((_, state) => {
      for (const event of EVENTS) {
        for (let bits = 0; bits < FLAG_COMBINATIONS; bits++) {
          const next = step(state, event, flagsOf(bits));
          expect(next.state !== state || next.actions.length > 0).toBe(true);
        }
      }
    });
  });

  test('shows states and pending states as the API does', () => {
    const views = transitionTable().states.map((name, i) => {
      const { currentState, pendingState } = stateView(i);
      return [name, currentState, pendingState, isMetered(i)];
    });
    expect(views).toEqual([
      ['none', null, null, false],
      ['init.attempt', 'init', 'active', false],
      ['init.backingOff', 'init', 'active', false],
      ['active', 'active', null, true],
      ['restarting.applying', 'active', 'active', true],
      ['restarting.stopping', 'active', 'active', true],
      ['suspending', 'active', 'idle', true],
      ['idle', 'idle', null, false],
      ['reconfiguring.applying', 'idle', 'idle', false],
      ['reconfiguring.stopping', 'idle', 'idle', false],
      ['starting.attempt', 'idle', 'active', false],
      ['starting.backingOff', 'idle', 'active', false],
      ['deleted', null, null, false],
    ]);
  });
});

/** A stepper with an XState actor. It follows one life only. */
function xstateStepper(): Stepper {
  const chart = runningChart();
  const { states } = transitionTable();
  return (_, event, flags) => {
    const { state, actions } = chart(event, flags);
    return { state: states.indexOf(state), actions };
  };
}
