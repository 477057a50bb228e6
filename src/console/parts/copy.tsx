import { useState } from 'preact/hooks';
import { browser } from '../browser.ts';

const SAID_FOR_MS = 2500;

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    setSaid((await browser.copy(text)) ? 'Copied' : 'Select and copy it by hand');
    browser.after(SAID_FOR_MS, () => setSaid(''));
  };
  return (
    <span class="copy">
      <button type="button" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        Copy
      </button>
      <span class="said" role="status">
        {said}
      </span>
    </span>
  );
}
