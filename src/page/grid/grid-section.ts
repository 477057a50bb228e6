import type { PortfolioDocument } from '../../picture/index.ts';
import { pageBlocksOf } from '../answer-parts.ts';
import { tableMarkup } from '../block-markup.ts';
import { scriptJson } from '../markup.ts';
import { gridData, type OneCommand } from './grid-data.ts';

/** The table of many databases. A script lets readers sort, filter and open it; without scripts they see the first rows. */
export function gridSection(result: PortfolioDocument, command: OneCommand): string {
  const data = gridData(result, command);
  const table = pageBlocksOf({ kind: 'portfolio-plan', result }).findLast((block) => block.kind === 'table');
  const rows = table?.rows.slice(0, MOST) ?? [];
  const more = data.rows > MOST ? `<p>These are the first ${MOST} of ${data.rows} databases.</p>` : '';
  return `<section aria-labelledby="databases-title">
<h2 id="databases-title">All databases</h2>
<noscript><p>To sort, to filter and to open databases, the page needs scripts.</p></noscript>
<div id="grid"></div>
<div id="first-rows">
${tableMarkup(table?.columns ?? [], rows, 'First databases')}
${more}
</div>
<script type="application/json" id="grid-data">${scriptJson(data)}</script>
</section>`;
}

const MOST = 40;
