/** A module of the program as it is built, by its name within `dist/cli`: threads and processes begin with those. */
export function built<Module>(name: string): Promise<Module> {
  return import(new URL(`../../dist/cli/${name}.js`, import.meta.url).href);
}
