/** A demand over ten minutes, for the autoscaler to follow. */
export interface Shape {
  readonly name: string;
  /** Whether goals hold for it: it never asks for more than 70% of the largest size. */
  readonly isJudged: boolean;
  /** Processors that the demand asks for from each time on. */
  readonly steps: readonly { readonly atSeconds: number; readonly vcpu: number }[];
}

export const SHAPE_SECONDS = 600;

export const SHAPES: readonly Shape[] = [
  {
    name: 'a rush of four minutes',
    isJudged: true,
    steps: [
      { atSeconds: 0, vcpu: 0.1 },
      { atSeconds: 120, vcpu: 0.7 },
      { atSeconds: 360, vcpu: 0.1 },
    ],
  },
  { name: 'a slow rise', isJudged: true, steps: stretches(20, (share) => 0.05 + 0.65 * share) },
  {
    name: 'waves of five minutes',
    isJudged: true,
    steps: stretches(40, (share) => 0.375 - 0.325 * Math.cos(4 * Math.PI * share)),
  },
  {
    name: 'short peaks',
    isJudged: true,
    steps: Array.from({ length: 5 }, (_, n) => [
      { atSeconds: n * 120, vcpu: 0.08 },
      { atSeconds: n * 120 + 60, vcpu: 0.7 },
      { atSeconds: n * 120 + 80, vcpu: 0.08 },
    ]).flat(),
  },
  {
    name: 'stairs up and down',
    isJudged: true,
    steps: [0.1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.5, 0.3, 0.1, 0.05].map((vcpu, n) => ({
      atSeconds: n * 60,
      vcpu,
    })),
  },
  {
    name: 'more than the maximum for a minute',
    isJudged: false,
    steps: [
      { atSeconds: 0, vcpu: 0.2 },
      { atSeconds: 180, vcpu: 1.3 },
      { atSeconds: 240, vcpu: 0.2 },
    ],
  },
];

function stretches(count: number, vcpu: (share: number) => number): Shape['steps'] {
  return Array.from({ length: count }, (_, n) => ({
    atSeconds: (n * SHAPE_SECONDS) / count,
    vcpu: vcpu((n + 0.5) / count),
  }));
}
