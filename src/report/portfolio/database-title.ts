/** A database as a list names it. */
export interface TitledDatabase {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
}

export function titleOf({ project, name }: Pick<TitledDatabase, 'project' | 'name'>): string {
  return project === null ? name : `${project}/${name}`;
}
