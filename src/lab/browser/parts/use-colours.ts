import { useEffect, useState } from 'preact/hooks';
import { thisBrowser } from '../browser.ts';
import type { Colours } from '../charts/colours.ts';
import type { LabData } from '../lab-data.ts';

/** The colours of charts in the scheme that the person prefers. */
export function useColours({ light, dark }: LabData['colours']): Colours {
  const [isDark, setDark] = useState(thisBrowser.prefersDark);
  useEffect(() => thisBrowser.onPrefersDark(() => setDark(thisBrowser.prefersDark())), []);
  return isDark ? dark : light;
}
