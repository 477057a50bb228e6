export { type Chart, chartsOf, readResultDocument, svgOf } from '../picture/index.ts';
