import { isDatabaseAddress } from '../../library/index.ts';
import { folderResults } from './folder-results.ts';
import { postgresResults } from './postgres-results.ts';
import type { Results } from './results.ts';

/** @param place a folder, or the address of a PostgreSQL database */
export function openResults(place: string): Promise<Results> {
  return isDatabaseAddress(place) ? postgresResults(place) : folderResults(place);
}
