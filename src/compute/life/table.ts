import { type AnyActorScope, createActor } from 'xstate';
import { invariant, present } from '../../problem/index.ts';
import { computeMachine } from './machine.ts';
import {
  type ActionId,
  EVENTS,
  type EventType,
  FLAGS,
  type Flag,
  type Flags,
  type StateView,
} from './vocabulary.ts';

/** A leaf of the chart as a path, for example `starting.backingOff`. */
export type StateId = string;

/** The chart as a dense table from (state, flags, event) to (state, actions), all as numbers. */
export interface TransitionTable {
  /** The states in the order of the chart. A compute begins in the first one. */
  readonly states: readonly StateId[];
  readonly views: readonly StateView[];
  /** Indexed by `rowOf`. */
  readonly nextState: Uint8Array;
  /** Indexed by `rowOf`. Each value is an index in `actionLists`. */
  readonly actionList: Uint8Array;
  readonly actionLists: readonly (readonly ActionId[])[];
}

export const FLAG_COMBINATIONS = 2 ** FLAGS.length;

export function rowOf(state: number, flagBits: number, event: number): number {
  return (state * FLAG_COMBINATIONS + flagBits) * EVENTS.length + event;
}

export function flagBits(flags: Flags): number {
  let bits = 0;
  for (let i = 0; i < FLAGS.length; i++) if (flags[FLAGS[i] as Flag]) bits |= 1 << i;
  return bits;
}

export function flagsOf(bits: number): Flags {
  return Object.fromEntries(FLAGS.map((flag, i) => [flag, (bits & (1 << i)) !== 0])) as Record<
    (typeof FLAGS)[number],
    boolean
  >;
}

export function eventIndex(type: EventType): number {
  return EVENTS.indexOf(type);
}

let compiled: TransitionTable | undefined;

/** Returns the transition table. It is compiled at first use by asking XState for every transition. */
export function transitionTable(): TransitionTable {
  compiled ??= compileTable();
  return compiled;
}

function compileTable(): TransitionTable {
  const states = leaves(computeMachine.root);
  const snapshots = states.map((id) => computeMachine.resolveState({ value: stateValue(id) }));
  const rows = states.length * FLAG_COMBINATIONS * EVENTS.length;
  const nextState = new Uint8Array(rows);
  const actionList = new Uint8Array(rows);
  const actionLists: (readonly ActionId[])[] = [];
  const listNumbers = new Map<string, number>();

  const { scope, takeActions } = dryScope();
  const ask = (state: number, type: EventType, flags: Flags) => {
    const before = present(snapshots[state], 'a known state');
    const after = computeMachine.transition(before, { type, flags }, scope);
    const names = takeActions();
    const key = names.join();
    if (!listNumbers.has(key)) listNumbers.set(key, actionLists.push(names) - 1);
    return {
      next: states.indexOf(stateId(after.value)),
      list: present(listNumbers.get(key), 'a known list'),
    };
  };

  for (let state = 0; state < states.length; state++) {
    for (const [event, type] of EVENTS.entries()) {
      const watched = watchedFlags();
      let answer = ask(state, type, watched.flags);
      for (let bits = 0; bits < FLAG_COMBINATIONS; bits++) {
        // If the chart looks at no flag, one answer holds for all combinations. This is the usual case.
        if (watched.looked()) answer = ask(state, type, flagsOf(bits));
        nextState[rowOf(state, bits, event)] = answer.next;
        actionList[rowOf(state, bits, event)] = answer.list;
      }
    }
  }
  invariant(states.length < 256 && actionLists.length < 256, 'the table fits bytes');
  return {
    states,
    views: snapshots.map((snapshot) => viewOf(snapshot.getMeta())),
    nextState,
    actionList,
    actionLists,
  };
}

/**
 * A scope in which no action is done. The `transition` of XState makes one, with an actor in it, for each transition,
 * which takes most of its time.
 */
function dryScope(): { readonly scope: AnyActorScope; takeActions(): ActionId[] } {
  const self = createActor(computeMachine);
  const actions: ActionId[] = [];
  const nothing = () => {};
  return {
    scope: {
      self,
      system: self.system,
      id: self.id,
      sessionId: self.sessionId,
      actionExecutor: ({ type }) => actions.push(type as ActionId),
      logger: nothing,
      defer: nothing,
      emit: nothing,
      stopChild: nothing,
    },
    takeActions: () => actions.splice(0),
  };
}

function watchedFlags(): { readonly flags: Flags; looked(): boolean } {
  let looked = false;
  const flags = new Proxy(flagsOf(0), {
    get(target, name, receiver) {
      looked = true;
      return Reflect.get(target, name, receiver);
    },
  });
  return { flags, looked: () => looked };
}

interface Node {
  readonly path: readonly string[];
  readonly states: Readonly<Record<string, Node>>;
}

function leaves(node: Node): StateId[] {
  const children = Object.values(node.states);
  return children.length === 0 ? [node.path.join('.')] : children.flatMap(leaves);
}

/** Returns the path of a state. XState writes a nested state as `{ starting: 'attempt' }`. */
export function stateId(value: unknown): StateId {
  if (typeof value === 'string') return value;
  const [[parent, child] = []] = Object.entries(value as object);
  return `${parent}.${stateId(child)}`;
}

export function stateValue(id: StateId): string | Record<string, string> {
  const [parent, child] = id.split('.') as [string, string | undefined];
  return child === undefined ? parent : { [parent]: child };
}

/** Returns the view of a leaf, which its outermost state has. */
function viewOf(meta: Readonly<Record<string, unknown>>): StateView {
  const views = Object.values(meta) as StateView[];
  invariant(views.length === 1, 'one state on each path has a view');
  const { currentState, pendingState } = present(views[0], 'one state on each path has a view');
  return { currentState, pendingState };
}
