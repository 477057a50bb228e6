import { randomStream } from '../../workload/index.ts';

/** Makes unique ids in the patterns that clients know. The same seed and counter give the same id. */
export class Ids {
  private next: number;
  private readonly seed: number;

  constructor(seed: number, next: number) {
    this.seed = seed;
    this.next = next;
  }

  /** How many ids have been made. */
  get given(): number {
    return this.next;
  }

  project(): string {
    return this.words((draw) => digits(draw, 8));
  }

  branch(): string {
    return `br-${this.words((draw) => letters(draw, 8))}`;
  }

  endpoint(): string {
    return `ep-${this.words((draw) => letters(draw, 8))}`;
  }

  organization(): string {
    return `org-${this.words((draw) => digits(draw, 8))}`;
  }

  uuid(): string {
    const draw = this.draw();
    const hex = Array.from({ length: 32 }, () => Math.floor(draw() * 16).toString(16));
    hex[12] = '4';
    hex[16] = '89ab'[Math.floor(draw() * 4)] as string;
    const text = hex.join('');
    return [8, 12, 16, 20, 32].map((end, i, ends) => text.slice(ends[i - 1] ?? 0, end)).join('-');
  }

  number(): number {
    return ++this.next;
  }

  private words(tail: (draw: () => number) => string): string {
    const draw = this.draw();
    const pick = (words: readonly string[]) => words[Math.floor(draw() * words.length)];
    return `${pick(ADJECTIVES)}-${pick(NOUNS)}-${tail(draw)}`;
  }

  private draw(): () => number {
    return randomStream(this.seed, `id/${this.next++}`);
  }
}

function digits(draw: () => number, count: number): string {
  return Array.from({ length: count }, () => Math.floor(draw() * 10)).join('');
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

function letters(draw: () => number, count: number): string {
  return Array.from({ length: count }, () => ALPHABET[Math.floor(draw() * ALPHABET.length)]).join('');
}

const ADJECTIVES = [
  'amber',
  'ancient',
  'bold',
  'brisk',
  'calm',
  'clear',
  'crimson',
  'deep',
  'dry',
  'early',
  'ebbing',
  'fair',
  'frosty',
  'gentle',
  'golden',
  'green',
  'hidden',
  'high',
  'jolly',
  'keen',
  'late',
  'lively',
  'low',
  'lunar',
  'mellow',
  'misty',
  'neap',
  'noble',
  'old',
  'pale',
  'patient',
  'plain',
  'quick',
  'quiet',
  'restless',
  'rising',
  'rough',
  'salty',
  'shy',
  'silent',
  'silver',
  'slow',
  'small',
  'steady',
  'still',
  'sunny',
  'swift',
  'tidal',
  'warm',
  'wide',
  'wild',
  'young',
] as const;

const NOUNS = [
  'anchor',
  'bank',
  'bay',
  'beach',
  'boat',
  'breeze',
  'buoy',
  'cape',
  'cliff',
  'cloud',
  'coast',
  'coral',
  'cove',
  'crest',
  'current',
  'delta',
  'dune',
  'ebb',
  'estuary',
  'fjord',
  'foam',
  'ford',
  'gale',
  'gull',
  'harbor',
  'haven',
  'heron',
  'inlet',
  'island',
  'jetty',
  'kelp',
  'lagoon',
  'lake',
  'marsh',
  'mist',
  'moon',
  'ocean',
  'pebble',
  'pier',
  'pond',
  'quay',
  'rain',
  'reef',
  'river',
  'sand',
  'seal',
  'shell',
  'shoal',
  'shore',
  'sound',
  'spray',
  'strait',
  'surf',
  'tern',
  'tide',
  'wave',
  'wind',
] as const;
