import { useState } from 'preact/hooks';
import { browser } from '../browser.ts';

const MESSAGE_SHOWN_MS = 2500;

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [message, setMessage] = useState('');
  const copy = async () => {
    setMessage((await browser.copy(text)) ? 'Copied' : 'Select and copy it by hand');
    browser.after(MESSAGE_SHOWN_MS, () => setMessage(''));
  };
  return (
    <span class="copy">
      <button type="button" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        Copy
      </button>
      <span class="said" role="status">
        {message}
      </span>
    </span>
  );
}
