/**
 * Whether bytes are a trace, by what they begin with: compressed, the head of our own format, or a line of fields. A
 * scenario, in YAML or JSON, begins with a mapping.
 */
export function isTrace(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true;
  const text = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT)).replace(/^\ufeff/, '');
  const line = text.split(/\r?\n/).find((one) => one.trim() !== '' && !/^\s*(?:#|%|---)/.test(one)) ?? '';
  if (/^\s*[[{]/.test(line)) return /"schema"\s*:\s*"tidemark\/trace"/.test(line);
  return !MAPPING.test(line) && /[,;\t]/.test(line);
}

const LOOKED_AT = 4096;

/** `why: What …`: the key is one word, and a colon ends it. */
const MAPPING = /^\s*["']?[\w-]+["']?\s*:(?:\s|$)/;
