// Prints the reference of the library as Markdown, from the doc comments of the built declarations. It fails if a
// function, a type or an option has no comment, or if an export of an entry has no example, so that `npm run docs`
// finds them.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { BROWSER_ENTRY, NODE_ENTRIES } from './entries.mjs';

const library = fileURLToPath(new URL('../dist/library/', import.meta.url));
const docs = fileURLToPath(new URL('../docs/', import.meta.url));

/** The pages that describe the fields of each answer. */
const ANSWERS = {
  WorldsPlan: 'before-a-trace.md#the-answer-as-json',
  Plan: 'plan-reference.md#the-answer-as-json',
  ProjectPlan: 'projects.md#the-answer-as-json',
  Portfolio: 'many-databases.md#the-answer-as-json',
  Simulation: 'results.md',
  Comparison: 'comparing.md#the-answer-as-json',
  Check: 'check.md#what-it-says',
  BillOfMany: 'check.md#the-bill-of-a-project',
  Incident: 'incident.md',
  Policies: 'policies.md#the-answer-for-programs',
  Backtest: 'accuracy.md#as-json',
  Explanation: 'models.md',
  Sizes: 'sizes.md',
};

const modules = new Map();
const described = new Map();
/** The functions so far. */
const functionAnchors = new Set();
const missing = [];

const parts = NODE_ENTRIES.map(entryPart);
refuseMissing();
process.stdout.write(`# Library reference

The functions that programs import, with their options and answers. \`npm run docs\` makes this page from the comments in
the code, and tests run the examples. [Use tidemark in your programs](library.md) is the introduction.
\`tidemark/browser\` has the functions of \`tidemark\`, and \`readTrace\`.

${parts.join('\n')}`);

function refuseMissing() {
  for (const one of [...NODE_ENTRIES, BROWSER_ENTRY].flatMap(exportsOf)) {
    const entry = described.get(keyOf(one));
    if (entry === undefined) missing.push(`${shownName(one.name)} is not on the page`);
    else if (!entry.hasExample) missing.push(`${entry.name} has no example`);
  }
  if (missing.length > 0)
    throw new Error(`The library reference is incomplete:\n${[...new Set(missing)].join('\n')}`);
}

function exportsOf(entry) {
  const path = join(library, `${entry}.d.ts`);
  return [...moduleAt(path).exports.keys()].map((name) => exportOf(path, name));
}

/** The functions of an entry, then the types that it is the first to use. */
function entryPart(entry) {
  const exported = exportsOf(entry);
  const isFunction = ({ node }) => node.type === 'TSDeclareFunction';
  const functions = exported.filter(isFunction).sort((a, b) => a.node.start - b.node.start);
  const types = exported.filter((one) => !isFunction(one));
  for (const { name } of functions) functionAnchors.add(shownName(name).toLowerCase());
  for (const one of [...functions, ...types]) describeOnce(one);
  const title = entry === 'tidemark' ? 'tidemark' : `tidemark/${entry}`;
  const own = [...described].filter(([, one]) => !one.isPrinted);
  for (const [, one] of own) one.isPrinted = true;
  const ordered = [
    ...own.filter(([key]) => functions.some((one) => keyOf(one) === key)),
    ...sortedTypes(own, functions),
  ];
  return `## ${title}\n\n${ordered.map(([, { text }]) => text).join('\n')}`;
}

function sortedTypes(own, functions) {
  const isType = ([key]) => !functions.some((one) => keyOf(one) === key);
  return own.filter(isType).sort(([, a], [, b]) => (a.name < b.name ? -1 : 1));
}

function keyOf({ path, name }) {
  return `${path} ${name}`;
}

function describeOnce(one) {
  const key = keyOf(one);
  if (described.has(key)) return;
  const name = shownName(one.name);
  const entry = { name, anchor: anchorOf(one), text: '', hasExample: false, isPrinted: false };
  described.set(key, entry);
  const comment = commentOf(one, one.node, name);
  entry.hasExample = comment.example !== null;
  entry.text = describe(one, comment);
}

/** The name that GitHub gives to the heading. The type of an answer has the same letters as its function. */
function anchorOf({ name, node }) {
  const anchor = shownName(name).toLowerCase();
  return node.type !== 'TSDeclareFunction' && functionAnchors.has(anchor) ? `${anchor}-1` : anchor;
}

function describe(one, { text, example, params }) {
  const { node, path } = one;
  const name = shownName(one.name);
  const heading = `### ${name}\n\n`;
  const shown = example === null ? '' : `\n${example}`;
  if (node.type === 'TSDeclareFunction') {
    for (const type of typesIn(node, path)) describeOnce(type);
    const signature = `function ${name}${source(path, node.id.end, node.end)}`;
    const list = params.map(([param, words]) => `- \`${param}\`: ${words}\n`).join('');
    return `${heading}\`\`\`text\n${oneLine(signature)}\n\`\`\`\n\n${text}\n\n${list}${list && '\n'}${seeAlso(node, path)}\n${shown}`;
  }
  if (name in ANSWERS)
    return `${heading}${text} See [${titleOf(ANSWERS[name])}](${ANSWERS[name]}).\n${shown}`;
  if (node.type === 'TSTypeAliasDeclaration') {
    const type = shownType(path, node.typeAnnotation);
    const { typeParameters } = node;
    const parameters = typeParameters === null ? '' : source(path, typeParameters.start, typeParameters.end);
    for (const used of typesIn(node.typeAnnotation, path)) describeOnce(used);
    return `${heading}${text}\n\n\`\`\`text\ntype ${name}${parameters} = ${type}\n\`\`\`\n${shown}`;
  }
  return `${heading}${text}\n${inherited(one)}${membersTable(one)}${shown}`;
}

/** The title of a page of the documentation. */
function titleOf(link) {
  const [page] = link.split('#');
  return /^# (.*)$/m.exec(readFileSync(join(docs, page), 'utf8'))[1];
}

/** The groups of fields that an interface takes over. */
function inherited({ node, path }) {
  const groups = (node.extends ?? [])
    .map(({ expression }) => found(path, expression.name))
    .filter((one) => one !== null);
  for (const one of groups) describeOnce(one);
  if (groups.length === 0) return '';
  return `\nIt has the fields of ${groups.map(linkTo).join(', ')} too.\n`;
}

function membersTable(one) {
  const { node, path } = one;
  const name = shownName(one.name);
  const members = node.body.body.filter(
    ({ type }) => type !== 'MethodDefinition' && type !== 'TSIndexSignature',
  );
  if (members.length === 0) return '';
  const rows = members.map((member) => {
    const field = member.key.name;
    const isMethod = member.type === 'TSMethodSignature';
    for (const type of typesIn(member, path)) describeOnce(type);
    const type = isMethod
      ? oneLine(source(path, member.key.end, member.end)).replace(/;$/, '')
      : shownType(path, member.typeAnnotation.typeAnnotation);
    const { text } = commentOf(one, member, `${name}.${field}`);
    return `| \`${field}${isMethod ? '()' : ''}\` | ${cell(type)} | ${text.replaceAll('\n\n', ' ').replaceAll('|', '\\|')} |\n`;
  });
  return `\n| name | type | meaning |\n| --- | --- | --- |\n${rows.join('')}`;
}

function cell(type) {
  const marks = type.includes('`') ? '``' : '`';
  return `${marks} ${type.replaceAll('|', '\\|')} ${marks}`.replace(/^` (.*) `$/, '`$1`');
}

/** Links to the types of a function. */
function seeAlso(node, path) {
  return `Types: ${[...new Set(typesIn(node, path).map(linkTo))].join(', ')}.`;
}

/** A type as users read it: the values of a choice, or as it is written. */
function shownType(path, node) {
  const values = literals(path, node);
  return values === null
    ? oneLine(source(path, node.start, node.end))
    : values.map((one) => `'${one}'`).join(' | ');
}

/** The texts that a type consists of; null for other types. */
function literals(path, node) {
  if (node.type === 'TSParenthesizedType') return literals(path, node.typeAnnotation);
  if (node.type === 'TSLiteralType')
    return typeof node.literal.value === 'string' ? [node.literal.value] : null;
  if (node.type === 'TSUnionType') {
    const all = node.types.map((one) => literals(path, one));
    return all.includes(null) ? null : all.flat();
  }
  if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') {
    const one = found(path, node.typeName.name);
    return one?.node.type === 'TSTypeAliasDeclaration' ? literals(one.path, one.node.typeAnnotation) : null;
  }
  if (node.type === 'TSIndexedAccessType') return listed(path, typeQueried(path, node.objectType));
  if (node.type === 'TSTypeOperator' && node.operator === 'keyof') {
    const type = typeQueried(path, node.typeAnnotation);
    return type?.type === 'TSTypeLiteral' ? type.members.map(({ key }) => key.name ?? key.value) : null;
  }
  return null;
}

function listed(path, type) {
  const tuple = type?.type === 'TSTypeOperator' ? type.typeAnnotation : type;
  if (tuple?.type !== 'TSTupleType') return null;
  const all = tuple.elementTypes.map((one) => literals(path, one));
  return all.includes(null) ? null : all.flat();
}

/** The type of the value that `typeof` names. */
function typeQueried(path, node) {
  if (node.type === 'TSParenthesizedType') return typeQueried(path, node.typeAnnotation);
  if (node.type !== 'TSTypeQuery') return null;
  const one = found(path, node.exprName.name);
  return one?.node.type === 'VariableDeclaration'
    ? one.node.declarations[0].id.typeAnnotation.typeAnnotation
    : null;
}

/** The types of the library that a node names. If it is a choice of texts itself, these are shown in its place. */
function typesIn(node, path) {
  if (literals(path, node.typeAnnotation?.typeAnnotation ?? node) !== null) return [];
  const types = [];
  visit(node, (inner) => {
    if (inner.type !== 'TSTypeReference' || inner.typeName.type !== 'Identifier') return;
    const one = found(path, inner.typeName.name);
    if (one !== null) types.push(one);
  });
  return types;
}

function visit(node, then) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') then(node);
  for (const value of Object.values(node)) visit(value, then);
}

/** The doc comment in front of a node, without the marks of a comment. */
function commentOf({ path }, node, name) {
  const { text, comments } = moduleAt(path);
  const comment = comments.findLast(({ end }) => end <= node.start);
  const isOfNode =
    comment !== undefined && /^\s*(?:export |declare )*$/.test(text.slice(comment.end, node.start));
  if (!isOfNode) missing.push(`${name} has no comment`);
  const lines = isOfNode ? comment.value.replace(/^\*/, '').split('\n') : [];
  const body = lines
    .map((line) => line.replace(/^ *\* ?/, ''))
    .join('\n')
    .trim();
  const [words = '', ...tags] = body.split(/^@/m);
  const example = tags.find((tag) => tag.startsWith('example'));
  return {
    text: joined(words),
    params: tags.flatMap((tag) => {
      const [, param, words] = /^param (\w+) ([\s\S]*)/.exec(tag) ?? [];
      return param === undefined ? [] : [[param, joined(words)]];
    }),
    example: example === undefined ? null : `${example.slice('example'.length).trim()}\n`,
  };
}

/** Lines of a paragraph become one. */
function joined(words) {
  return words.trim().replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
}

function linkTo(one) {
  const { name, anchor } = described.get(keyOf(one));
  return `[${name}](#${anchor})`;
}

function source(path, start, end) {
  return moduleAt(path).text.slice(start, end);
}

function oneLine(text) {
  return text
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\w)\$\d+/g, '$1');
}

/** The bundler gives names that are taken a number. */
function shownName(name) {
  return name.replace(/\$\d+$/, '');
}

function exportOf(path, exported) {
  const { exports } = moduleAt(path);
  return found(path, exports.get(exported));
}

/** The declaration of a name in a module or in the one that it imports the name from; null for a global name. */
function found(path, name) {
  const { declarations, imports } = moduleAt(path);
  const node = declarations.get(name);
  if (node !== undefined) return { path, name, node };
  const from = imports.get(name);
  return from === undefined ? null : exportOf(from.path, from.name);
}

function moduleAt(path) {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  const one = { text, comments, declarations: new Map(), imports: new Map(), exports: new Map() };
  modules.set(path, one);
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
      const from = join(dirname(path), node.source.value.replace(/\.js$/, '.d.ts'));
      for (const { imported, local } of node.specifiers)
        if (imported !== undefined) one.imports.set(local.name, { path: from, name: imported.name });
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      for (const { local, exported } of node.specifiers) one.exports.set(exported.name, local.name);
    } else {
      const name = node.id?.name ?? node.declarations?.[0].id.name;
      if (name !== undefined) one.declarations.set(name, node);
    }
  }
  return one;
}
