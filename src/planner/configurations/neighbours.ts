import { isFixed, recommendableFacts } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { isAccepted } from './accepted.ts';
import { type Configuration, onlyCompute, routesOf } from './configuration.ts';

const STEPS = [
  'smaller minimum',
  'smaller maximum',
  'smaller size',
  'larger minimum',
  'larger maximum',
  'larger size',
  'shorter timeout',
  'longer timeout',
  'other route',
] as const;
export type NeighbourStep = (typeof STEPS)[number];

/** The configurations one step away, in each direction that exists. */
export function neighboursOf(
  simulation: Simulation,
  configuration: Configuration,
  timeoutsMs: readonly (number | null)[],
): { readonly step: NeighbourStep; readonly configuration: Configuration }[] {
  const { plan } = simulation;
  const facts = recommendableFacts(simulation.facts);
  const { size, suspendAfterMs, route } = configuration;
  const listed = facts.listedSizesCu.value;
  const below = (cu: number) => listed.findLast((one) => one < cu);
  const above = (cu: number) => listed.find((one) => one > cu);
  const sized = (step: NeighbourStep, minCu: number | undefined, maxCu: number | undefined) =>
    minCu === undefined || maxCu === undefined
      ? []
      : [{ step, configuration: { ...configuration, size: { minCu, maxCu } } }];
  const sizes = isFixed(size)
    ? [
        ...sized('smaller size', below(size.minCu), below(size.minCu)),
        ...sized('larger size', above(size.minCu), above(size.minCu)),
      ]
    : [
        ...sized('smaller minimum', below(size.minCu), size.maxCu),
        ...sized('smaller maximum', size.minCu, below(size.maxCu)),
        ...sized('larger minimum', above(size.minCu), size.maxCu),
        ...sized('larger maximum', size.minCu, above(size.maxCu)),
      ];
  // Off counts as the longest timeout.
  const ms = (timeout: number | null) => timeout ?? Number.POSITIVE_INFINITY;
  const inOrder = [...timeoutsMs].sort((a, b) => ms(a) - ms(b));
  const shorter = inOrder.findLast((one) => ms(one) < ms(suspendAfterMs));
  const longer = inOrder.find((one) => ms(one) > ms(suspendAfterMs));
  const timed = (step: NeighbourStep, timeout: number | null | undefined) =>
    timeout === undefined ? [] : [{ step, configuration: { ...configuration, suspendAfterMs: timeout } }];
  const rerouted =
    route === 'mixed' || routesOf(onlyCompute(simulation).demand).length === 0
      ? []
      : [
          {
            step: 'other route' as const,
            configuration: {
              ...configuration,
              route: route === 'direct' ? ('pooler' as const) : ('direct' as const),
            },
          },
        ];
  return [
    ...sizes,
    ...timed('shorter timeout', shorter),
    ...timed('longer timeout', longer),
    ...rerouted,
  ].filter((step) => isAccepted(facts, plan, step.configuration));
}
