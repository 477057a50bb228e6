import type { Configuration } from '../../planner/index.ts';

/** Says how clients switch to the recommended connection path, and how they switch back. */
export function routeWords(choice: Configuration['route'], present: Configuration['route']): string {
  const host = "behind the compute's ID in the host of their connection string";
  const [change, back] =
    choice === 'mixed'
      ? ([
          `have -pooler ${host} where the scenario sends them through the pooler, and not elsewhere`,
          present === 'pooler' ? 'put it in all' : 'take it away from all',
        ] as const)
      : choice === 'pooler'
        ? ([`put -pooler ${host}`, 'take it away'] as const)
        : ([`take -pooler away ${host}`, 'put it there'] as const);
  // Only clients that were switched go back.
  const which = present === 'mixed' ? ', where it was changed' : '';
  return `Clients: ${change}; to go back, ${back}${which}.`;
}
