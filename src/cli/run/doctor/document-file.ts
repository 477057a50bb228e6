import type { DocumentReading } from '../../../advisor/index.ts';
import { inFlags, listedIn, type OpenedFile, overridesOf, readScenarioFile } from '../../../library/index.ts';
import { readDocument } from '../../../scenario/index.ts';
import { quoted } from '../../../trace/index.ts';
import { argsOf } from '../../flags/suggested-command.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { canTake } from './trace-file.ts';

/** A document, the files that it names, and the commands that take it. */
export function documentFile(file: OpenedFile, terminal: Terminal): DocumentReading {
  const { path, name } = file;
  return {
    document: async () => readDocument(await file.text(), name),
    scenario: () =>
      inFlags(async () => readScenarioFile(path, await file.text(), overridesOf({}, terminal), terminal)),
    databases: async () => {
      const listed = (await listedIn(file, {}, terminal)) ?? [];
      return listed.map((one) => ({
        ...one,
        planWith: (suggestions) => {
          const suggestion = suggestions.find(canTake);
          return suggestion === undefined || one.member === null
            ? null
            : commandOf(['plan', one.member, ...argsOf(suggestion)]);
        },
      }));
    },
    next: (question) => (path === '-' ? null : commandOf(NEXT[question](path))),
    companionCommand: (role) => `tidemark ${BESIDE[role]} ${quoted(name)}`,
  };
}

const NEXT = {
  plan: (path: string) => ['plan', path],
  simulate: (path: string) => ['simulate', path],
  sizes: (path: string) => ['sizes', '--min', '0.25', '--max', '2', '--prices', path],
  explain: (path: string) => ['explain', path, '--min', '0.25', '--max', '2'],
};

const BESIDE = {
  bill: 'check TRACE --current "0.25-2, 5m" --actual',
  history: 'check TRACE --bill 2026-03=41.20 --settings-history',
};

const commandOf = (words: readonly string[]) => ['tidemark', ...words].map(quoted).join(' ');
