import { COUNTED, type Quantity } from '../../quantity.ts';

/** Guesses the quantity from a column name. @param isSized whether the total memory of the machine is known */
export function guessQuantity(name: string, isSized = false): Quantity | undefined {
  const plain = plainName(name);
  if (isSized && FREE.test(plain)) return 'memory';
  return GUESSES.find(({ yes, no }) => yes.test(plain) && !no?.test(plain))?.quantity;
}

/**
 * Guesses the unit from the name and the values of a column. Null if a wrong guess could be off by a factor of 100.
 */
export function guessUnit(
  quantity: Quantity,
  name: string,
  greatest: number,
  vcpus: number | null,
): string | null {
  const plain = plainName(name);
  switch (quantity) {
    case 'cpu':
      return cpuUnit(plain, greatest, vcpus);
    case 'memory':
      if (FREE.test(plain)) return 'free-bytes';
      return bytesUnit(plain);
    case 'workingSet':
    case 'temporaryBytes':
      return bytesUnit(plain);
    case 'newConnections':
    case 'queries':
      return /per_?s(ec|$|_)|rate|(^|_)[qtr]?ps(_|$)|_s$/.test(plain) ? 'per-second' : 'number';
    case 'queryMs':
      return /(^|_)(us|micros\w*)$/.test(plain)
        ? 'us'
        : /(^|_)(s|sec|secs|seconds)$/.test(plain)
          ? 's'
          : 'ms';
    case 'capacityCu':
      return 'cu';
    default:
      return 'number';
  }
}

/** Whether the name is that of a counter, as PostgreSQL's statistics and Prometheus have them. */
export function saysCounter(quantity: Quantity, name: string): boolean {
  const plain = plainName(name);
  return quantity === 'cpu'
    ? /cpu\w*_seconds(_total)?$/.test(plain)
    : COUNTED.has(quantity) && /(^|_)xact_(commit|rollback)(_|$)|_total$/.test(plain);
}

/** Whether the name says that the values are maximums. */
export function saysMaximum(name: string): boolean {
  return /(^|_)(max|maximum|peak)(_|$)/.test(plainName(name));
}

/** For example `CPUUtilization (%)` becomes `cpuutilization_%`. */
function plainName(name: string): string {
  return name
    .replace(/\b(?:[KMG]i?B|vCPUs?)\b/gi, (unit) => unit.toLowerCase())
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d%]+/g, '_')
    .replace(/^_|_$/g, '');
}

function bytesUnit(plain: string): string | null {
  return SHARE.test(plain) ? null : (plain.match(/(?:^|_)([kmg]i?b|pages)(?:_|$)/)?.[1] ?? 'bytes');
}

/** The name in CloudWatch, in bytes. It includes memory that caches could give back. */
const FREE = /freeable_?memory/;
const SHARE = /percent|util|pct|%/;

/** A larger value is more likely a percentage than a number of processors, so the user has to say which. */
const MOST_BARE_VCPUS = 8;

function cpuUnit(plain: string, greatest: number, vcpus: number | null): string | null {
  if (/milli/.test(plain)) return 'millicores';
  if (/%/.test(plain)) return greatest <= 100 ? 'percent' : null;
  if (SHARE.test(plain)) return greatest > 1 && greatest <= 100 ? 'percent' : null;
  if (/cores|vcpu/.test(plain)) return 'vcpu';
  return !/cpu/.test(plain) || greatest > (vcpus ?? MOST_BARE_VCPUS) ? null : 'vcpu';
}

interface Guess {
  readonly quantity: Quantity;
  readonly yes: RegExp;
  readonly no?: RegExp;
}

/** Specific patterns stand before general ones. */
const GUESSES: readonly Guess[] = [
  { quantity: 'capacityCu', yes: /(^|_)(cu|capacity|compute_units?|compute_size)(_|$)/ },
  { quantity: 'cpu', yes: /cpu/, no: /wait|steal|idle|limit|request|credit|count|load/ },
  { quantity: 'load', yes: /(^|_)load(_?avg|_?average)?(_?1m?)?$/ },
  { quantity: 'newConnections', yes: /(new|opened)_?conn|conn\w*_(opened|new|rate|per_s)|sessions_opened/ },
  { quantity: 'activeConnections', yes: /active_?(conn|session|backend)|(conn\w*|sessions?)_active/ },
  { quantity: 'connections', yes: /conn|backends|(^|_)sessions$/, no: /idle|max|limit|fail|error|wait/ },
  { quantity: 'workingSet', yes: /working_?set/ },
  {
    quantity: 'memory',
    yes: /(^|_)(mem|memory|ram|rss)(_|$)/,
    no: /free|avail|total|limit|cache|percent|util|pct|%|quota/,
  },
  { quantity: 'temporaryBytes', yes: /te?mp_?(bytes|files?_?(bytes|size)|[kmg]i?b)/ },
  { quantity: 'queryMs', yes: /latency|(query|exec|mean|avg|average)\w*_(ms|time|duration)|^duration/ },
  { quantity: 'queries', yes: /quer(y|ies)|statements|transactions|xact|requests?(_|$)|(^|_)[qtr]ps(_|$)/ },
];
