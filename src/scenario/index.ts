export type { Overrides } from './context.ts';
export { type Document, readDocument } from './document.ts';
export { scenarioJsonSchema } from './json-schema.ts';
export { parseDuration } from './notation.ts';
export { readPrices } from './price-file.ts';
export { readSamples, type Sample } from './samples.ts';
export { type PassThroughItem, readScenario, type Scenario } from './scenario.ts';
export { scenarioTemplate, TEMPLATE_DEMANDS, type TemplateDemand } from './template.ts';
