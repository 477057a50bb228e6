/** A module of the program as it is built, by its name within `dist/cli`: it finds its files and threads from there. */
export function built<Module>(name: string): Promise<Module> {
  return import(new URL(`../../dist/cli/${name}.js`, import.meta.url).href);
}
