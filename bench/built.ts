/** Loads a built module by its name within `dist`. It finds its files and threads from there. */
export function built<Module>(name: string): Promise<Module> {
  return import(new URL(`../../dist/${name}.js`, import.meta.url).href);
}
