interface Route {
  readonly method: string;
  readonly path: string;
}

/** Finds the route of a concrete path: a literal segment wins over a parameter, from left to right. */
export function finder<T extends Route>(
  routes: readonly T[],
): (method: string, path: string) => T | undefined {
  const candidates = new Map<string, { readonly route: T; readonly template: readonly string[] }[]>();
  for (const route of [...routes].sort((a, b) => rank(a).localeCompare(rank(b)))) {
    const template = route.path.split('/');
    const key = `${route.method} ${template.length}`;
    candidates.set(key, [...(candidates.get(key) ?? []), { route, template }]);
  }
  return (method, path) => {
    const segments = path.replace(/\?.*/, '').split('/');
    return candidates
      .get(`${method.toUpperCase()} ${segments.length}`)
      ?.find(({ template }) => template.every((part, at) => fits(part, segments[at])))?.route;
  };
}

/** Sorts a template with a literal further left before one with a parameter there. */
function rank({ path }: Route): string {
  return path.replaceAll(/[^/]+/g, (part) => (isParameter(part) ? '1' : '0'));
}

function fits(part: string, segment: string | undefined): boolean {
  return isParameter(part) ? segment !== '' : segment === part;
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}
