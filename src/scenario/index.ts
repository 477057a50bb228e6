export { type Document, readDocument } from './document.ts';
export { readPrices } from './price-file.ts';
export { readSamples, type Sample } from './samples.ts';
