import { invalid } from '../api-error.ts';
import { SESSION_SETTINGS, type SettingKind } from './session-settings.ts';

/** Throws where settings of PostgreSQL could have no effect: no session may set them, or their values have another type. */
export function checkPgSettings(settings: Readonly<Record<string, string>> = {}): void {
  const refused = Object.keys(settings).filter((name) => !isSessionSetting(name));
  if (refused.length > 0)
    throw invalid(
      `pg_settings: a session of PostgreSQL cannot set ${refused.join(', ')}; name settings that SET takes without a superuser, such as work_mem`,
    );
  for (const [name, value] of Object.entries(settings)) {
    const { form, words } = VALUES[SESSION_SETTINGS.get(name.toLowerCase()) ?? 'text'];
    if (!form.test(value))
      throw invalid(`pg_settings: ${name} is "${value.slice(0, LONGEST_SHOWN)}"; write ${words}`);
  }
}

const LONGEST_SHOWN = 40;

/** Those that begin each session of a compute. A store of an earlier version may have others. */
export function sessionSettings(settings: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(settings).filter(([name]) => isSessionSetting(name)));
}

function isSessionSetting(name: string): boolean {
  return SESSION_SETTINGS.has(name.toLowerCase()) || OF_AN_EXTENSION.test(name);
}

/** PostgreSQL keeps any name with a dot, for the extension or the application that it belongs to. */
const OF_AN_EXTENSION = /^[a-z_]\w{0,62}(?:\.[a-z_]\w{0,62})+$/i;

/** PostgreSQL rounds a fraction where it wants an integer. */
const NUMBER = String.raw`\s*[+-]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*`;

/** The form that PostgreSQL asks of each kind; its ranges differ between versions and are left to it. */
const VALUES: Readonly<Record<SettingKind, { readonly form: RegExp; readonly words: string }>> = {
  text: { form: /^/, words: 'a text' },
  boolean: {
    form: /^(?:t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|y(?:es?)?|no?|on|off?|[01])$/i,
    words: 'on or off',
  },
  integer: { form: new RegExp(`^${NUMBER}$`), words: 'an integer such as 100' },
  number: { form: new RegExp(`^${NUMBER}$`), words: 'a number such as 1.1' },
  memory: { form: new RegExp(`^${NUMBER}(?:B|kB|MB|GB|TB)?\\s*$`), words: 'a size such as 64MB' },
  duration: { form: new RegExp(`^${NUMBER}(?:us|ms|s|min|h|d)?\\s*$`), words: 'a time such as 30s' },
};
