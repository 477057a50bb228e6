/**
 * The life of one compute, as plain data that XState runs and editors read. It is the only definition: the transition
 * table of the simulator is compiled from it. The root has the transitions for the time of a change. Stable states
 * (`active`, `idle`) and states without a compute override them.
 *
 * Guards read only the flags that come with an event. vocabulary.ts names events, flags and actions.
 */
export const computeChart = {
  id: 'compute',
  initial: 'none',
  on: {
    connect: [{ guard: 'barred', actions: ['refuseConnection'] }, { actions: ['holdConnection'] }],
    disconnect: { actions: ['forgetClient'] },
    'release.published': { actions: ['noteRelease'] },
    ...everyCommand({ actions: ['rejectBusy'] }),
    '*': { actions: ['ignore'] },
  },
  states: {
    none: {
      meta: view(null, null, 'there is no compute yet'),
      on: { ...absent(), created: { target: 'init' } },
    },
    init: {
      meta: view('init', 'active', 'created, starting for the first time'),
      ...starting(),
    },
    active: {
      meta: view('active', null, 'runs, serves and is metered'),
      entry: ['resetInactivityTimer'],
      exit: ['stopInactivityTimer'],
      on: {
        connect: { actions: ['acceptConnection', 'resetInactivityTimer'] },
        disconnect: { actions: ['forgetClient', 'armInactivityTimer'] },
        activity: { actions: ['resetInactivityTimer'] },
        'inactivity.timeout': { target: 'suspending' },
        autoscale: { actions: ['resizeInPlace'] },
        start: { actions: ['noChange'] },
        suspend: { target: 'suspending' },
        restart: { target: 'restarting.stopping' },
        resize: { target: 'restarting', actions: ['takeSettings'] },
        'range.change': { target: 'restarting', actions: ['takeSettings'] },
        'branch.change': { target: 'restarting', actions: ['takeSettings'] },
        'settings.change': { actions: ['takeSettings', 'armInactivityTimer'] },
        disable: { target: 'suspending', actions: ['bar'] },
        enable: { actions: ['noChange'] },
        delete: { target: 'deleted', actions: ['dropConnections'] },
      },
    },
    restarting: {
      meta: view('active', 'active', 'stops and starts again'),
      initial: 'applying',
      states: {
        applying: {
          entry: ['beginApply'],
          on: { 'config.applied': { target: 'stopping' } },
        },
        stopping: {
          entry: ['dropConnections', 'beginSuspend'],
          on: { 'suspend.finished': { target: '#compute.starting', actions: ['loseLocalState'] } },
        },
      },
    },
    suspending: {
      meta: view('active', 'idle', 'ends its sessions and goes to sleep'),
      entry: ['dropConnections', 'beginSuspend'],
      on: {
        'suspend.finished': [
          { guard: 'wanted', target: 'starting', actions: ['loseLocalState'] },
          { target: 'idle', actions: ['loseLocalState'] },
        ],
      },
    },
    idle: {
      meta: view('idle', null, 'sleeps and costs nothing'),
      entry: ['refuseWaiting'],
      on: {
        connect: [
          { guard: 'barred', actions: ['refuseConnection'] },
          { target: 'starting', actions: ['holdConnection'] },
        ],
        start: [{ guard: 'barred', actions: ['rejectBarred'] }, { target: 'starting' }],
        suspend: { actions: ['noChange'] },
        restart: [{ guard: 'barred', actions: ['rejectBarred'] }, { target: 'starting' }],
        resize: { target: 'reconfiguring', actions: ['takeSettings'] },
        'range.change': { target: 'reconfiguring', actions: ['takeSettings'] },
        'branch.change': { target: 'reconfiguring', actions: ['takeSettings'] },
        'settings.change': { target: 'reconfiguring', actions: ['takeSettings'] },
        disable: { target: 'reconfiguring', actions: ['bar'] },
        enable: { target: 'reconfiguring', actions: ['unbar'] },
        delete: { target: 'deleted' },
      },
    },
    reconfiguring: {
      meta: view('idle', 'idle', 'takes new settings in its sleep'),
      initial: 'applying',
      states: {
        applying: {
          entry: ['beginApply'],
          on: { 'config.applied': { target: 'stopping' } },
        },
        stopping: {
          entry: ['beginSuspend'],
          on: {
            'suspend.finished': [
              { guard: 'wanted', target: '#compute.starting' },
              { target: '#compute.idle' },
            ],
          },
        },
      },
    },
    starting: {
      meta: view('idle', 'active', 'wakes; connections wait'),
      ...starting(),
    },
    deleted: {
      meta: view(null, null, 'is gone for good'),
      entry: ['cancelTimers', 'refuseWaiting'],
      on: absent(),
    },
  },
} as const;

function view(
  currentState: 'init' | 'active' | 'idle' | null,
  pendingState: 'active' | 'idle' | null,
  words: string,
) {
  return { currentState, pendingState, words };
}

/** A failed start is tried again after a back-off while the host has retries left. */
function starting() {
  return {
    initial: 'attempt',
    states: {
      attempt: {
        entry: ['beginStart'],
        on: {
          'start.finished': [
            { guard: 'barred', target: '#compute.suspending', actions: ['pickUpRelease', 'refuseWaiting'] },
            { target: '#compute.active', actions: ['pickUpRelease', 'serveWaiting'] },
          ],
          'start.failed': [{ guard: 'retriesLeft', target: 'backingOff' }, { target: '#compute.idle' }],
        },
      },
      backingOff: {
        entry: ['scheduleRetry'],
        on: { 'retry.due': { target: 'attempt' } },
      },
    },
  } as const;
}

/** Before its creation and after its deletion, a compute rejects all commands. */
function absent() {
  return {
    connect: { actions: ['refuseConnection'] },
    disconnect: { actions: ['ignore'] },
    'release.published': { actions: ['ignore'] },
    ...everyCommand({ actions: ['rejectAbsent'] }),
  } as const;
}

function everyCommand<const Transition>(transition: Transition) {
  return {
    start: transition,
    suspend: transition,
    restart: transition,
    resize: transition,
    'range.change': transition,
    'branch.change': transition,
    'settings.change': transition,
    disable: transition,
    enable: transition,
    delete: transition,
  } as const;
}
