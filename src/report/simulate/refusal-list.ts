import type { ComputeResult } from '../../engine/index.ts';
import type { Block } from '../page/page.ts';

/** Errors in the words that clients saw. */
export function refusalList({ refusals }: ComputeResult): Block[] {
  if (refusals.length === 0) return [];
  const items = refusals.map(({ count, reason, message, sqlstate, firstAt }) => ({
    text: `${count} x ${reason}, first at ${firstAt.slice(0, 19)}Z`,
    under: [
      sqlstate === null ? `"${message}"` : `"${message}" (SQLSTATE ${sqlstate})`,
      ...(sqlstate === '53100' ? [DISK_REMEDIES] : []),
    ],
  }));
  return [{ kind: 'list', title: 'Errors that clients saw:', items }];
}

const DISK_REMEDIES =
  'What helps: end heavy queries or sync activity, use fewer temporary files, change the settings of third-party sync pipelines.';
