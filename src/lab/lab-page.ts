import { escapedMarkup, policyHash, STYLE, scriptJson, scriptText } from '../page/index.ts';
import { THEMES } from '../picture/index.ts';
import type { EmbeddedFile, LabData } from './browser/lab-data.ts';
import type { Chapter } from './chapters/chapter.ts';
import { CLIFFS } from './cliffs.ts';
import type { LabState } from './controls/lab-state.ts';
import { LAB_STYLE } from './lab-style.ts';

interface LabParts {
  /** The file to begin with, and those of cliffs. */
  readonly files: readonly EmbeddedFile[];
  readonly start: LabState;
  readonly chapters: readonly Chapter[];
  readonly version: string;
  readonly scripts: LabScripts;
}

/** The scripts of the page. The command line reads their files. */
export interface LabScripts {
  readonly page: string;
  readonly worker: string;
  /** The style of the charts. */
  readonly chartStyle: string;
}

/** Returns the lab as one page that needs no network. */
export function labPage({ files, start, chapters, version, scripts }: LabParts): string {
  const { light, dark } = THEMES;
  const names = files.map(({ name }) => name);
  const cliffs = CLIFFS.filter(({ file }) => names.includes(file));
  const data: LabData = {
    version,
    files,
    start,
    cliffs,
    chapters,
    colours: { light, dark },
    worker: scripts.worker,
  };
  const page = scriptText(scripts.page);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src ${policyHash(page)} 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'">
<title>tidemark lab: ${escapedMarkup(start.file)}</title>
<style>${scripts.chartStyle}</style>
<style>${STYLE}${LAB_STYLE}</style>
</head>
<body>
<div id="lab"><noscript>The lab needs scripts.</noscript></div>
<script type="application/json" id="data">${scriptJson(data)}</script>
<script type="module">${page}</script>
</body>
</html>
`;
}
