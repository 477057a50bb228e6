// The search finds each term of the glossary: a row of a table has no heading, so it gets a name that links can lead to.
import { anchorOf } from './anchors.mjs';

export const GLOSSARY = 'docs/glossary.md';

const ROW = /^\| (?!term \||---)([^|]+?) \| ([^|]+?) \|/gm;

export function withTermAnchors(text) {
  return text.replaceAll(
    ROW,
    (_, term, meaning) => `| <span id="${nameOf(term)}">${term}</span> | ${meaning} |`,
  );
}

/** Returns the terms in the form in which the search reads headings and what is below them. */
export function termSections(text, md) {
  return [...withoutAnchors(text).matchAll(ROW)]
    .map(([, term, meaning]) => `<h2>${term} <a href="#${nameOf(term)}"></a></h2>${md.renderInline(meaning)}`)
    .join('');
}

function withoutAnchors(text) {
  return text.replaceAll(/<\/?span[^>]*>/g, '');
}

function nameOf(term) {
  return `term-${anchorOf(term)}`;
}
