import { type Command, Option } from 'commander';

/**
 * Groups commands by purpose, and the flags of a command that has many by the question that they answer. The order is
 * that of the tables below. Commander calls this for each list of help.
 */
export function helpGroups<T extends Command | Option>(
  _unsorted: readonly T[],
  visible: readonly T[],
  ownHeading: (item: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [heading, names] of [...COMMAND_GROUPS, ...FLAG_GROUPS]) {
    const members = visible.filter((item) => isGrouped(item, visible) && names.includes(nameOf(item)));
    if (members.length > 0) groups.set(heading, members);
  }
  const grouped = new Set([...groups.values()].flat());
  for (const item of visible) {
    if (grouped.has(item)) continue;
    const heading = ownHeading(item);
    groups.set(heading, [...(groups.get(heading) ?? []), item]);
  }
  return groups;
}

/** A list of fewer flags needs no groups. */
const MANY_FLAGS = 20;

function isGrouped(item: Command | Option, visible: readonly unknown[]): boolean {
  // Names of subcommands, such as those of trace, may equal names in the tables.
  return item instanceof Option ? visible.length > MANY_FLAGS : item.parent?.parent == null;
}

function nameOf(item: Command | Option): string {
  return item instanceof Option ? (item.long ?? '') : item.name();
}

type Groups = readonly (readonly [heading: string, names: readonly string[]])[];

export const COMMAND_GROUPS: Groups = [
  ['Plan:', ['plan', 'compare', 'check', 'backtest', 'worker']],
  [
    'Understand:',
    ['simulate', 'report', 'watch', 'incident', 'policies', 'explain', 'sizes', 'facts', 'statechart'],
  ],
  ['Measure:', ['doctor', 'trace', 'collect']],
  ['Emulate:', ['serve', 'keys']],
  ['Begin and learn:', ['init', 'lab', 'learn', 'completion', 'help']],
];

export const FLAG_GROUPS: Groups = [
  ['Common:', ['--current', '--profile', '--objective', '--plan', '--vcpus', '--report']],
  [
    'Configurations to try:',
    [
      ...['--min', '--max', '--size', '--suspend-after', '--configuration', '--set', '--history'],
      ...['--timeouts', '--lowest', '--highest', '--only', '--pooler', '--no-pooler', '--schedule'],
    ],
  ],
  [
    'Where the current configuration is:',
    ['--from-api', '--api-url', '--api-key', '--terraform', '--resource'],
  ],
  ['Objectives, and when a change is worthwhile:', ['--hours', '--delayed-over', '--worthwhile']],
  [
    'Demand:',
    ['--at', '--around', '--window', '--judge', '--step', '--exclude', '--event', '--growth', '--horizon'],
  ],
  ['The bill beside compute:', ['--storage', '--restore-history', '--transfer']],
  ['Confidence:', ['--why', '--holdout', '--stability', '--worlds', '--keeps']],
  ['Actual figures:', ['--actual', '--actual-map', '--bill', '--project', '--expected']],
  [
    'Reading a trace:',
    [
      ...['--map', '--preset', '--instance', '--where', '--by', '--capacity', '--idle-below', '--gap'],
      ...['--timezone', '--log-prefix', '--strict'],
    ],
  ],
  ['Assumptions:', ['--cpu-per-query', '--assume', '--facts', '--prices', '--seed', '--no-compare']],
  ['Other outputs:', ['--apply-as', '--apply-to', '--write-scenario', '--force', '--fail-above']],
  ['Many databases:', ['--results', '--queue', '--shard', '--table', '--roll-up', '--since', '--digest-to']],
  ['Format of the answer:', ['--full', '--events', '--format', '--json', '--help']],
];
