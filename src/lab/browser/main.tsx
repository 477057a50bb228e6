import { render } from 'preact';
import { LabThread } from './asking/lab-thread.ts';
import { thisBrowser } from './browser.ts';
import { Lab } from './lab.tsx';
import type { LabData } from './lab-data.ts';

const root = document.getElementById('lab');
const text = document.getElementById('data')?.textContent;
if (root !== null && text) {
  const data: LabData = JSON.parse(text);
  const thread = new LabThread(thisBrowser.thread(data.worker));
  render(<Lab data={data} thread={thread} />, root);
}
