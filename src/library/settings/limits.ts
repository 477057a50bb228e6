import type { FigureLimit } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import { boundOf, objectiveName } from './objectives.ts';
import { type NamedValues, writtenValues } from './options.ts';

/**
 * Parses `cost=50,cold-starts=20`. If there is another configuration to compare with, also `cost=+10%` and
 * `delay-p95=+20ms`.
 */
export function figureLimits(
  limits: NamedValues | string | undefined,
  { ofDifference }: { readonly ofDifference: boolean },
): FigureLimit[] {
  const texts = typeof limits === 'string' ? limits.split(',') : writtenValues(limits);
  return texts.map((one) => {
    const [word = '', bound = ''] = one.split('=').map((part) => part.trim());
    const name = word === 'cost' ? 'budget' : objectiveName(word, FIELD);
    if (name === 'headroom')
      throw problem(
        { field: `${FIELD} ${word}` },
        'the run of a configuration does not show its headroom',
        'leave it out; tidemark plan holds its recommendation to ‹objective› headroom=20%',
      );
    if (!ofDifference || !/^[+-]/.test(bound))
      return { name, bound: boundOf(name, bound, FIELD), of: 'figure', text: bound };
    const sign = bound.startsWith('-') ? -1 : 1;
    if (!bound.endsWith('%'))
      return { name, bound: sign * boundOf(name, bound.slice(1), FIELD), of: 'difference', text: bound };
    const percent = bound.slice(1, -1);
    if (!/^\d+(?:\.\d+)?$/.test(percent))
      throw problem({ field: `${FIELD} ${word}` }, `found "${bound}"`, 'write a share such as +10%');
    return { name, bound: (sign * Number(percent)) / 100, of: 'share of the other', text: bound };
  });
}

const FIELD = '‹failAbove›';
