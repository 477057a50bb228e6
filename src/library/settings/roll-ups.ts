import type { NamedDatabase } from '../../advisor/index.ts';
import { nearestWord, problem } from '../../problem/index.ts';
import type { RollUpBy } from '../../report/index.ts';

/** Parses `project` or `tag:NAME`, a tag that a database of the list has. */
export function rollUpsOf(texts: readonly string[], databases: readonly NamedDatabase[]): RollUpBy[] {
  return [...new Set(texts)].map((text) => {
    if (text === 'project') return { kind: 'project' };
    const [, name] = /^tag:(.+)$/.exec(text) ?? [];
    if (name === undefined)
      throw problem({ field: '‹rollUp›' }, `found "${text}"`, 'write project, or a tag such as tag:team');
    const known = new Set(databases.flatMap(({ tags }) => Object.keys(tags)));
    if (known.has(name)) return { kind: 'tag', name };
    const near = nearestWord(name, [...known]);
    throw problem(
      { field: '‹rollUp›' },
      `no database has a tag "${name}"`,
      near !== undefined
        ? `did you mean tag:${near}?`
        : known.size === 0
          ? 'write tags into the list, such as tags: { team: payments }'
          : `write one of ${[...known].map((one) => `tag:${one}`).join(', ')}`,
    );
  });
}
