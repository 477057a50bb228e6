import { invariant } from '../../problem/index.ts';

/**
 * One SVG of the same chart drawn light and drawn dark, which shows itself as its reader has their pages: the light one,
 * and rules that say what each of its colours is where it is dark.
 */
export function inBothThemes(light: string, dark: string): string {
  const [inLight, inDark] = [coloursOf(light), coloursOf(dark)];
  invariant(inLight.length === inDark.length, 'a theme changes colours alone');
  const rules = new Map<string, string>();
  inLight.forEach(({ property, colour }, i) => {
    const other = inDark[i]?.colour ?? colour;
    const selector = `[${property}="${colour}"]`;
    // Of a ramp, neighbours that are one in light may be two in dark: nobody sees which of them it is.
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
