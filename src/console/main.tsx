import { render } from 'preact';
import { browser } from './browser.ts';
import { App } from './views/app.tsx';

const root = browser.root();
if (root !== null) render(<App />, root);
