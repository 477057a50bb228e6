import { MINUTE_MS } from '../../facts/index.ts';
import type { Awake, AwakeGroup, AwakePeriod, Removal } from '../../trace/index.ts';
import type { Item, PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { numberWords, percent, span, times } from '../words/format.ts';

/** The answer of `tidemark trace awake`: who keeps a database awake, and how the file was read. */
export interface AwakeAnswer extends Awake {
  readonly suspendAfterMs: number;
  /** The largest share of time awake that still counts as asleep. */
  readonly awakeShare: number;
  /** The size at which hours awake are priced. */
  readonly minimumCu: number;
  readonly notes: readonly string[];
}

/** The page shows no more groups than this. */
const MOST_SHOWN = 12;

export function awakePage(answer: AwakeAnswer): PageBlock[] {
  const { name, groups, notes, naming } = answer;
  const shown = groups.slice(0, MOST_SHOWN);
  const left = groups.length - shown.length;
  const spanMs = answer.untilMs - answer.fromMs;
  return [
    { kind: 'heading', text: `What keeps ${name} awake` },
    {
      kind: 'figures',
      title: null,
      figures: [
        ['Span', `${span(spanMs)}, from ${minute(answer.fromMs)} to ${minute(answer.untilMs)}`],
        [
          'Awake',
          `${span(answer.awakeMs)}, ${percent(share(answer.awakeMs, spanMs))} of the time, if the compute sleeps after ` +
            `${span(answer.suspendAfterMs)} without activity`,
        ],
      ],
    },
    ...(groups.length === 0
      ? [{ kind: 'paragraph', text: 'This trace has no activity.' } as const]
      : [
          {
            kind: 'table',
            columns: [
              { title: '', align: 'left' },
              { title: 'Who', align: 'left', width: 22 },
              { title: 'Comes', align: 'left', width: 16 },
              ...rightColumns('Asks', 'Alone', 'Share', 'Saves'),
            ],
            rows: shown.map((group, at) => [
              letter(at),
              clientWords(group),
              periodWords(group.period),
              String(Math.round(group.asked)),
              span(group.aloneMs),
              percent(share(group.aloneMs, spanMs)),
              span(group.savedMs),
            ]),
          } as const,
          {
            kind: 'paragraph',
            text:
              'Alone: how long it would be awake for this one only. Saves: how much less it would be awake if only ' +
              `this one were gone.${left > 0 ? ` ${left} more are not shown.` : ''}`,
          } as const,
          ...(naming === 'nobody'
            ? []
            : [
                { kind: 'list', title: 'Likely purpose of each:', items: shown.map(description) } as const,
                ...removals(answer, spanMs),
              ]),
        ]),
    ...(NAMING[naming] === null ? [] : [{ kind: 'paragraph', text: NAMING[naming] } as const]),
    ...(notes.length > 0
      ? [{ kind: 'list', title: 'How it was read:', items: notes.map((text) => ({ text })) } as const]
      : []),
  ];
}

const NAMING: Readonly<Record<Awake['naming'], string | null>> = {
  clients: null,
  'one origin':
    'All activity comes from one address and one application, or without a name, as behind a pooler or in a log without ' +
    'names. Users, queries and intervals distinguish the clients.',
  nobody: 'The trace has no names and no queries, so it shows when clients are active, but not which.',
};

function removals(answer: AwakeAnswer, spanMs: number): PageBlock[] {
  const { smallest, awakeShare, best, groups, candidates } = answer;
  const asleep = percent(1 - awakeShare);
  const exact =
    candidates < groups.length
      ? ` Tried: the ${candidates} of ${groups.length} clients that keep it awake longest.`
      : '';
  const text =
    smallest === null
      ? `Whichever of them are gone, the compute sleeps for less than ${asleep} of the time.${exact}`
      : smallest.groups.length === 0
        ? `The compute already sleeps for ${asleep} of the time or more.`
        : `The compute sleeps for ${asleep} of the time or more without ${letters(smallest)}; removing fewer is not enough.${exact}`;
  return [
    { kind: 'paragraph', text },
    {
      kind: 'table',
      title: `Saved by removing the best of them, at ${answer.minimumCu} CU or more:`,
      columns: [
        { title: 'Gone', align: 'left' },
        ...rightColumns('awake', 'share', 'saved', 'CU-hours saved'),
      ],
      rows: best.map((removal) => [
        letters(removal),
        span(removal.awakeMs),
        percent(share(removal.awakeMs, spanMs)),
        span(removal.savedMs),
        numberWords((removal.savedMs / 3_600_000) * answer.minimumCu),
      ]),
    },
  ];
}

function description(group: AwakeGroup, at: number): Item {
  const { queries, shapes, isRest, hosts, connects, asked, suspect } = group;
  const [first] = queries;
  const more = shapes > 1 ? ` and ${shapes - 1} more` : '';
  const what =
    first === undefined
      ? asked === 0 && connects > 0
        ? 'connects, but sends no query'
        : 'queries unknown'
      : `${isRest ? 'the rest: ' : ''}${short(first)}${more}`;
  const facts = [
    ...(connects > 0 ? [`connects ${times(connects)}`] : []),
    ...(hosts.length === 1 ? [`from ${hosts[0]}`] : hosts.length > 1 ? [`from ${hosts.length} hosts`] : []),
  ];
  return {
    text: `${letter(at)}: ${[what, ...facts].join('; ')}`,
    ...(suspect === null ? {} : { under: [`Most likely ${suspect.what}: ${suspect.why}.`] }),
  };
}

function clientWords({ who: { application, user, database } }: AwakeGroup): string {
  const session = [user, database].filter((word) => word !== '').join('@');
  if (application === '') return session === '' ? 'unknown' : session;
  return session === '' ? application : `${application}, ${session}`;
}

function periodWords(period: AwakePeriod | null): string {
  if (period === null) return 'unevenly';
  if (period.kind === 'every') return `every ${span(period.ms)}`;
  const two = (value: number) => String(value).padStart(2, '0');
  return period.kind === 'hourly'
    ? `at minute :${two(period.minute)}`
    : `daily at ${two(period.hour)}:${two(period.minute)}`;
}

const letters = ({ groups }: Removal) => groups.map(letter).join(', ');
const letter = (at: number) => String.fromCharCode(65 + at);
const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const short = (query: string) => (query.length > 120 ? `${query.slice(0, 119)}…` : query);
const minute = (ms: number) =>
  `${new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16)}Z`;
