/** The events of a compute. The API and the simulator map their own names to these. */
export const EVENTS = [
  'created',
  'start.finished',
  'start.failed',
  'retry.due',
  'suspend.finished',
  'config.applied',
  'connect',
  'disconnect',
  'activity',
  'inactivity.timeout',
  'autoscale',
  'release.published',
  'start',
  'suspend',
  'restart',
  'resize',
  'range.change',
  'branch.change',
  'settings.change',
  'disable',
  'enable',
  'delete',
] as const;
export type EventType = (typeof EVENTS)[number];

/** The flags that guards may read. The host passes them with each event. */
export const FLAGS = ['barred', 'clientsWaiting', 'retriesLeft'] as const;
export type Flag = (typeof FLAGS)[number];
export type Flags = Readonly<Record<Flag, boolean>>;

export const NO_FLAGS: Flags = { barred: false, clientsWaiting: false, retriesLeft: false };

/** Orders from the chart to its host. */
export const ACTIONS = [
  'beginStart',
  'beginSuspend',
  'beginApply',
  'scheduleRetry',
  'cancelTimers',
  'acceptConnection',
  'holdConnection',
  'refuseConnection',
  'forgetClient',
  'serveWaiting',
  'refuseWaiting',
  'dropConnections',
  'resetInactivityTimer',
  'armInactivityTimer',
  'stopInactivityTimer',
  'loseLocalState',
  'pickUpRelease',
  'noteRelease',
  'takeSettings',
  'resizeInPlace',
  'bar',
  'unbar',
  'noChange',
  'rejectBusy',
  'rejectBarred',
  'rejectAbsent',
  'ignore',
] as const;
export type ActionId = (typeof ACTIONS)[number];

/** The states that the management API can show. */
type ApiState = 'init' | 'active' | 'idle';

export interface StateView {
  readonly currentState: ApiState | null;
  readonly pendingState: Exclude<ApiState, 'init'> | null;
}
