import { invariant } from '../../problem/index.ts';

/**
 * Combines a light and a dark drawing of one chart into one SVG, which follows the preference of its reader. It is the
 * light drawing, with rules that replace each colour in the dark.
 */
export function inBothThemes(light: string, dark: string): string {
  const [inLight, inDark] = [coloursOf(light), coloursOf(dark)];
  invariant(inLight.length === inDark.length, 'a theme changes colours alone');
  const rules = new Map<string, string>();
  inLight.forEach(({ property, colour }, i) => {
    const other = inDark[i]?.colour ?? colour;
    const selector = `[${property}="${colour}"]`;
    // Two neighbours of a ramp may share a colour in light and differ in dark. Either dark colour will do.
    if (!rules.has(selector))
      rules.set(selector, other === colour ? '' : `${selector}{${property}:${other}}`);
  });
  const style = `<style>@media (prefers-color-scheme:dark){${[...rules.values()].join('')}}</style>`;
  return light.replace('</desc>', () => `</desc>${style}`);
}

function coloursOf(svg: string) {
  return [...svg.matchAll(/ (fill|stroke|stop-color)="([^"]+)"/g)].map(([, property, colour]) => ({
    property: property as string,
    colour: colour as string,
  }));
}
