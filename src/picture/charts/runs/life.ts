import { computeChart } from '../../../compute/index.ts';
import { length, numberWords, shareWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ComputeDocument, LifeDocument, SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { chartName } from './steps.ts';

const HEIGHT = 360;
/** Half the size of a box, and the radii of the ring, as shares of the plot. Lines between two boxes meet no third. */
const BOX = { width: 0.115, height: 0.085 };
const RING = { width: 0.37, height: 0.4 };
/** The order of states around the ring, from the top on. One sleep and the next wake are one round. */
const ORDER = [
  'active',
  'restarting',
  'suspending',
  'deleted',
  'idle',
  'reconfiguring',
  'starting',
  'init',
] as const;
/** With fewer changes there is no chart. */
const LEAST_CHANGES = 3;

/** The life of a compute: the time in each state, and the number of changes from one state to another. */
export function lifeChart(
  document: SimulationDocument,
  compute: ComputeDocument,
  theme: Theme,
): Chart | null {
  const { life } = compute;
  if (life === undefined || life.changes.length < LEAST_CHANGES) return null;
  const allMs = life.states.reduce((sum, { ms }) => sum + ms, 0);
  const shown = ORDER.filter((state) => life.states.some((one) => one.state === state));
  const boxes = shown.map((state, i) => {
    const { x, y } = middleOf(i, shown.length);
    const ms = life.states.find((one) => one.state === state)?.ms ?? 0;
    return {
      state,
      share: shareWords(ms / Math.max(1, allMs)),
      time: length(ms),
      isMetered: isPaidFor(state) ? 'paid for' : 'free',
      atX: x - BOX.width,
      atX2: x + BOX.width,
      atY: y - BOX.height,
      atY2: y + BOX.height,
      placeX: x,
      placeY: y,
    };
  });
  const arrows = life.changes.map((change) => arrowOf(change, shown, life));
  const across = (field: string) => ({ field, type: 'quantitative', scale: WHOLE, axis: null });
  const x = across('placeX');
  const y = across('placeY');
  const rule = (values: readonly object[], width: object) => ({
    data: { values },
    mark: { type: 'rule', color: theme.quiet, strokeCap: 'round', ...width },
    encoding: { x: across('atX'), x2: { field: 'atX2' }, y: across('atY'), y2: { field: 'atY2' } },
  });
  const text = (field: string, dy: number, look: object) => ({
    data: { values: boxes },
    mark: { type: 'text', dy, ...look },
    encoding: { x, y, text: { field } },
  });
  const counts = {
    data: { values: arrows.map(({ label }) => label) },
    encoding: { x, y, text: { field: 'words' } },
  };
  return {
    name: chartName(document, compute, 'life'),
    finding: findingOf(document, compute, allMs),
    about: 'The states of its life: how long it was in each, and how often it went from one to another.',
    spec: {
      width: WIDTH_OF_PLOT,
      height: HEIGHT,
      layer: [
        rule(
          arrows.map(({ shaft }) => shaft),
          { strokeWidth: 1.5 },
        ),
        rule(
          arrows.flatMap(({ head }) => head),
          { strokeWidth: 1.5 },
        ),
        {
          data: { values: arrows.map(({ tip }) => tip) },
          mark: { type: 'point', filled: true, size: 6, color: theme.quiet, opacity: 1 },
          encoding: { x, y },
        },
        {
          data: { values: boxes },
          mark: { type: 'rect', cornerRadius: 6, stroke: theme.quiet, strokeWidth: 1 },
          encoding: {
            x: across('atX'),
            x2: { field: 'atX2' },
            y: across('atY'),
            y2: { field: 'atY2' },
            color: {
              field: 'isMetered',
              type: 'nominal',
              scale: { domain: ['paid for', 'free'], range: [theme.mainSoft, theme.grid] },
              legend: { symbolType: 'square' },
            },
          },
        },
        text('state', -17, { fontWeight: 600, fontSize: 12 }),
        text('share', 1, {}),
        text('time', 17, { color: theme.quiet }),
        { ...counts, mark: { type: 'text', fontSize: 11, fontWeight: 600 } },
      ],
    },
  };
}

const WHOLE = { domain: [0, 1], nice: false, zero: false };

interface Spot {
  readonly x: number;
  readonly y: number;
}

function middleOf(place: number, of: number): Spot {
  const angle = (2 * Math.PI * place) / of;
  return {
    x: rounded(0.5 + RING.width * Math.sin(angle)),
    y: rounded(0.5 + RING.height * Math.cos(angle)),
  };
}

/** Returns an arrow between the edges of two boxes. If there is an arrow back, it is moved aside. */
function arrowOf(
  { from, to, count }: LifeDocument['changes'][number],
  shown: readonly string[],
  { changes }: LifeDocument,
) {
  const [start, end] = [from, to].map((state) => middleOf(shown.indexOf(state), shown.length)) as [
    Spot,
    Spot,
  ];
  const isBothWays = changes.some((other) => other.from === to && other.to === from);
  // Right angles need pixels, because the two axes have different scales.
  const [dx, dy] = [(end.x - start.x) * WIDTH_OF_PLOT, (end.y - start.y) * HEIGHT];
  const reach = Math.hypot(dx, dy);
  const [ux, uy] = [dx / reach, dy / reach];
  const aside = isBothWays ? 9 : 0;
  const edge = Math.min(
    (BOX.width * WIDTH_OF_PLOT) / Math.abs(ux || 1e-9),
    (BOX.height * HEIGHT) / Math.abs(uy || 1e-9),
  );
  const at = (along: number, beside: number) => ({
    x: rounded(start.x + (along * ux - beside * uy) / WIDTH_OF_PLOT),
    y: rounded(start.y + (along * uy + beside * ux) / HEIGHT),
  });
  const [tail, tip] = [at(edge, aside), at(reach - edge - 2, aside)];
  const line = (one: Spot, other: Spot) => ({ atX: one.x, atX2: other.x, atY: one.y, atY2: other.y });
  // The label lies outside the ring. It needs more distance sideways, because text is wider than high.
  const half = at(reach / 2, aside + 9 + 13 * Math.abs(uy));
  return {
    shaft: line(tail, tip),
    head: [-4, 4].map((side) => line(tip, at(reach - edge - 10, aside + side))),
    tip: { from, to, count, placeX: tip.x, placeY: tip.y },
    label: { words: `${numberWords(count)}×`, placeX: half.x, placeY: half.y },
  };
}

function findingOf(document: SimulationDocument, compute: ComputeDocument, allMs: number): string {
  const { life, name } = compute;
  const whose = document.computes.length === 1 ? 'It' : name;
  const share = (state: string) =>
    shareWords((life?.states.find((one) => one.state === state)?.ms ?? 0) / Math.max(1, allMs));
  const slept = (life?.changes ?? []).reduce(
    (sum, { from, to, count }) => sum + (from === 'suspending' && to === 'idle' ? count : 0),
    0,
  );
  return `${whose} was active for ${share('active')} of the time, and ${slept === 0 ? 'never fell asleep' : `fell asleep ${slept === 1 ? 'once' : `${numberWords(slept)} times`}`}.`;
}

function isPaidFor(state: (typeof ORDER)[number]): boolean {
  return computeChart.states[state].meta.currentState === 'active';
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
