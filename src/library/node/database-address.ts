/** Whether a place for results is a PostgreSQL database, and no folder. */
export function isDatabaseAddress(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}
