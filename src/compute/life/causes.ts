import type { EventType } from './vocabulary.ts';

/** Returns the cause of a state change in the words of the timeline. */
export function causeOf(event: EventType): string {
  return CAUSES[event] ?? event;
}

const CAUSES: { readonly [Event in EventType]?: string } = {
  created: 'created',
  'start.finished': 'the start is done',
  'start.failed': 'the start failed',
  'suspend.finished': 'the suspend is done',
  'config.applied': 'the settings are applied',
  connect: 'a client connects',
  'inactivity.timeout': 'nothing was active for the timeout',
  start: 'start by command',
  suspend: 'suspend by command',
  restart: 'restart by command',
  resize: 'a new size',
  'range.change': 'a new range',
  'branch.change': 'a move to another branch',
  'settings.change': 'new settings',
  disable: 'disabled',
  enable: 'enabled',
  delete: 'deleted',
};
