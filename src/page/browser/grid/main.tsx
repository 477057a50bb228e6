import { render } from 'preact';
import type { GridData } from '../../grid/grid-data.ts';
import { Grid } from './grid.tsx';

const root = document.getElementById('grid');
const text = document.getElementById('grid-data')?.textContent;
if (root !== null && text) {
  const data: GridData = JSON.parse(text);
  render(<Grid data={data} />, root);
  // The first rows, which readers without scripts see, remain for paper.
  document.getElementById('first-rows')?.classList.add('for-paper');
}
