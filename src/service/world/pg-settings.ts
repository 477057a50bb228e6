import { invalid } from '../api-error.ts';
import { SESSION_SETTINGS, type SessionSetting } from './session-settings.ts';
import { numberOf, rangeWords } from './setting-numbers.ts';

/** Throws if no session of PostgreSQL may set one of these settings, or would accept its value. */
export function checkPgSettings(settings: Readonly<Record<string, string>> = {}): void {
  const refused = Object.keys(settings).filter((name) => !isSessionSetting(name));
  if (refused.length > 0)
    throw invalid(
      `pg_settings: a session of PostgreSQL cannot set ${refused.join(', ')}; use settings that SET accepts without superuser rights, such as work_mem`,
    );
  for (const [name, value] of Object.entries(settings)) {
    const setting = SESSION_SETTINGS.get(name.toLowerCase()) ?? TEXT;
    if (!takes(setting, value))
      throw invalid(
        `pg_settings: ${name} is "${value.slice(0, LONGEST_SHOWN)}"; write ${acceptedWords(setting)}`,
      );
  }
}

const TEXT: SessionSetting = { kind: 'text' };
const LONGEST_SHOWN = 40;

/** The settings with which each session of a compute begins. A store of an earlier version may have others, too. */
export function sessionSettings(settings: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(settings).filter(([name]) => isSessionSetting(name)));
}

function isSessionSetting(name: string): boolean {
  return SESSION_SETTINGS.has(name.toLowerCase()) || OF_AN_EXTENSION.test(name);
}

/** PostgreSQL accepts any name with a dot, for extensions and applications. */
const OF_AN_EXTENSION = /^[a-z_]\w{0,62}(?:\.[a-z_]\w{0,62})+$/i;

function takes(setting: SessionSetting, value: string): boolean {
  switch (setting.kind) {
    case 'text':
      return true;
    case 'boolean':
      return BOOLEAN.test(value);
    case 'choice':
      return takenWords(setting.words).has(value.toLowerCase());
    default: {
      const number = numberOf(setting, value);
      return number !== null && setting.least <= number && number <= setting.most;
    }
  }
}

function acceptedWords(setting: SessionSetting): string {
  switch (setting.kind) {
    case 'text':
      return 'a text';
    case 'boolean':
      return 'on or off';
    case 'choice':
      return `one of ${setting.words.join(', ')}`;
    default:
      return rangeWords(setting);
  }
}

const BOOLEAN = /^(?:t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|y(?:es?)?|no?|on|off?|[01])$/i;

/** PostgreSQL accepts more words than `pg_settings` lists: synonyms of on and off, and some message levels. */
function takenWords(words: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...words,
    ...(words.includes('off') ? ['true', 'false', 'yes', 'no', '1', '0'] : []),
    ...(words.includes('debug1') ? ['debug', 'info', 'fatal', 'panic'] : []),
  ]);
}
