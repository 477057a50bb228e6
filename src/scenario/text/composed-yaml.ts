import { Composer, type LineCounter, Parser, YAMLParseError, type Document as YamlDocument } from 'yaml';
import { type Place, type ProblemError, problem } from '../../problem/index.ts';

/** Parses a text of one document. A second document is an error of the first, as in `parseDocument` of the library. */
export function composedYaml(text: string, lines: LineCounter, file: string): YamlDocument.Parsed {
  const parser = new BoundedParser(lines, file);
  // With uniqueKeys the composer would compare each key with all others of its map. `checkNodes` does it faster.
  const composer = new Composer({ prettyErrors: false, stringKeys: true, uniqueKeys: false });
  let first: YamlDocument.Parsed | null = null;
  for (const document of composer.compose(parser.parse(text), true, text.length)) {
    if (first !== null) {
      const [from, until] = document.range;
      first.errors.push(
        new YAMLParseError([from, until], 'MULTIPLE_DOCS', 'Source contains multiple documents'),
      );
      break;
    }
    first = document as YamlDocument.Parsed;
  }
  return first as YamlDocument.Parsed;
}

/** The parser needs up to 600 bytes of memory for a part, however short the part is. */
const MOST_PARTS = 1_000_000;

/** A parser that refuses a text with more names, values and signs than its memory limit allows. */
class BoundedParser extends Parser {
  readonly #lines: LineCounter;
  readonly #file: string;
  #parts = 0;

  constructor(lines: LineCounter, file: string) {
    super(lines.addNewLine);
    this.#lines = lines;
    this.#file = file;
  }

  override *next(part: string) {
    if (++this.#parts > MOST_PARTS)
      throw tooManyParts({ file: this.#file, line: this.#lines.lineStarts.length });
    yield* super.next(part);
  }
}

function tooManyParts(place: Place): ProblemError {
  return problem(
    place,
    `up to here the text has ${MOST_PARTS} names, values and signs, which is the limit for YAML`,
    'write the text as JSON, which may be as long as 32 MiB',
  );
}
