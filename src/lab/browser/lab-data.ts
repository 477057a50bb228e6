import type { Chapter } from '../chapters/chapter.ts';
import type { Cliff } from '../cliffs.ts';
import type { LabState } from '../controls/lab-state.ts';
import type { LabFile } from './asking/messages.ts';
import type { Colours } from './charts/colours.ts';

/** The data in the page of the lab. */
export interface LabData {
  readonly version: string;
  /** The files that the page has, with the one to begin with. */
  readonly files: readonly EmbeddedFile[];
  readonly start: LabState;
  readonly cliffs: readonly Cliff[];
  readonly chapters: readonly Chapter[];
  readonly colours: { readonly light: Colours; readonly dark: Colours };
  /** The code of the worker thread. */
  readonly worker: string;
}

/** A file in a page. Binary content is in base64. */
export interface EmbeddedFile {
  readonly name: string;
  readonly content: EmbeddedContent;
  readonly others: Readonly<Record<string, EmbeddedContent>>;
}

export type EmbeddedContent = { readonly text: string } | { readonly base64: string };

export function fileOf({ name, content, others }: EmbeddedFile, number: number): LabFile {
  return {
    number,
    name,
    content: contentOf(content),
    others: Object.fromEntries(Object.entries(others).map(([path, one]) => [path, contentOf(one)])),
  };
}

function contentOf(content: EmbeddedContent): string | Uint8Array {
  if ('text' in content) return content.text;
  return Uint8Array.from(atob(content.base64), (sign) => sign.charCodeAt(0));
}
