import { problem } from '../../../problem/index.ts';

/** The databases of one shard, such as the third of `3/16`: every sixteenth, from the third on. */
export function shardOf<Database>(
  databases: readonly Database[],
  text: string,
  results: string | undefined,
): Database[] {
  const [, shard, shards] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (shard === undefined || shards === undefined || shard < 1 || shard > shards)
    throw problem({ field: '--shard' }, `found "${text}"`, 'write such as 3/16, from 1/16 to 16/16');
  if (results === undefined)
    throw problem(
      { field: '--shard' },
      'the plans of all shards meet in --results, and it is missing',
      'name a folder that all shards share, or postgres://',
    );
  return databases.filter((_, at) => at % shards === shard - 1);
}
