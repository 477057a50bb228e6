/** Longer shapes are truncated: the rest of a long query rarely helps to recognise it. */
const LONGEST_SHAPE = 300;
const LONGEST_TEXT = 8192;

/**
 * The shape of a query: constants and parameters become `?`, and a list of them becomes one. Comments are removed,
 * text is in lower case except quoted names, and white space is reduced to single blanks.
 */
export function queryShape(text: string): string {
  const shape = withoutConstants(text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text);
  const short = shape.includes('?,') || shape.includes('? ,') ? withoutLists(shape) : shape;
  const whole = short.trimEnd();
  const plain = (whole.endsWith(';') ? whole.slice(0, -1) : whole).trim();
  return plain.length > LONGEST_SHAPE ? `${plain.slice(0, LONGEST_SHAPE)}…` : plain;
}

const LIST = /\?(?: ?, ?\?)+/g;
const ROWS = /\(\?\)(?: ?, ?\(\?\))+/g;

function withoutLists(shape: string): string {
  return shape.replace(LIST, '?').replace(ROWS, '(?)');
}

const TAB = 9;
const RETURN = 13;
const BLANK = 32;
const QUOTES = 34;
const DOLLAR = 36;
const QUOTE = 39;
const STAR = 42;
const MINUS = 45;
const POINT = 46;
const SLASH = 47;

function withoutConstants(text: string): string {
  let out = '';
  let kept = 0;
  let at = 0;
  const size = text.length;
  const put = (until: number, mark: string, next: number) => {
    if (until > kept) out += text.slice(kept, until).toLowerCase();
    out += mark === ' ' && (out === '' || out.endsWith(' ')) ? '' : mark;
    kept = next;
    at = next;
  };
  while (at < size) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) put(at, '?', numberEnd(text, at));
    else if (isNamePart(code)) {
      const end = nameEnd(text, at);
      // In E'...', B'...' and similar constants the letter belongs to the constant.
      if (end - at === 1 && text.charCodeAt(end) === QUOTE && PREFIX.includes(text.charAt(at)))
        put(at, '?', textEnd(text, end, 'eE'.includes(text.charAt(at))));
      else at = end;
    } else if (code === BLANK || (code >= TAB && code <= RETURN)) {
      let end = at + 1;
      while (isBlank(text.charCodeAt(end))) end++;
      if (code === BLANK && end === at + 1 && at > kept) at = end;
      else put(at, ' ', end);
    } else if (code === QUOTE) put(at, '?', textEnd(text, at, false));
    else if (code === QUOTES) {
      const end = text.indexOf('"', at + 1);
      const next = end === -1 ? size : end + 1;
      put(at, text.slice(at, next), next);
    } else if (code === DOLLAR) put(at, '?', dollarEnd(text, at));
    else if (code === MINUS && text.charCodeAt(at + 1) === MINUS) {
      const end = text.indexOf('\n', at);
      put(at, ' ', end === -1 ? size : end);
    } else if (code === SLASH && text.charCodeAt(at + 1) === STAR) {
      const end = text.indexOf('*/', at + 2);
      put(at, ' ', end === -1 ? size : end + 2);
    } else if (code === MINUS && isDigit(text.charCodeAt(at + 1)) && isSign(text, at)) put(at, '', at + 1);
    else if (code === POINT && isDigit(text.charCodeAt(at + 1))) put(at, '?', numberEnd(text, at));
    else at++;
  }
  put(size, '', size);
  return out;
}

const PREFIX = 'eEbBxXnN';

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isBlank(code: number): boolean {
  return code === BLANK || (code >= TAB && code <= RETURN);
}

function isNamePart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;
}

function nameEnd(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!isNamePart(code) && !isDigit(code) && code !== DOLLAR) return at;
    at++;
  }
}

function numberEnd(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== POINT && !isNamePart(code)) return at;
    // 1e-5
    const isExponent = code === 101 || code === 69;
    at += isExponent && isDigit(text.charCodeAt(at + 2)) && !isNamePart(text.charCodeAt(at + 1)) ? 2 : 1;
  }
}

/** The index after the closing quote of a constant; two quotes stand for one. */
function textEnd(text: string, from: number, hasBackslashes: boolean): number {
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (hasBackslashes && code === 92) at++;
    else if (code === QUOTE) {
      if (text.charCodeAt(at + 1) !== QUOTE) return at + 1;
      at++;
    }
    at++;
  }
  return text.length;
}

/** The index after `$1` or after a dollar-quoted constant, or after a single dollar. */
function dollarEnd(text: string, from: number): number {
  if (isDigit(text.charCodeAt(from + 1))) {
    let at = from + 2;
    while (isDigit(text.charCodeAt(at))) at++;
    return at;
  }
  const second = text.indexOf('$', from + 1);
  const tag = second === -1 ? '' : text.slice(from, second + 1);
  if (!/^\$\w*\$$/.test(tag)) return from + 1;
  const end = text.indexOf(tag, second + 1);
  return end === -1 ? text.length : end + tag.length;
}

/** Whether a minus is a sign, not a subtraction. */
function isSign(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && isBlank(text.charCodeAt(before))) before--;
  return before >= 0 && '=<>+-*/(,%'.includes(text.charAt(before));
}
