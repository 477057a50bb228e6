import { useEffect, useState } from 'preact/hooks';
import type { LabFile } from '../asking/messages.ts';

interface FileDropProps {
  readonly onFile: (file: Omit<LabFile, 'number'>) => void;
  readonly onTrouble: (words: string) => void;
}

/** Takes files that are dropped anywhere on the page, or chosen here. They are read here, and sent nowhere. */
export function FileDrop({ onFile, onTrouble }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listeners = {
      dragover: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      dragleave: () => setOver(false),
      drop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        void taken(event.dataTransfer?.files, onFile, onTrouble);
      },
    };
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener);
    };
  });
  return (
    <label class={isOver ? 'file over' : 'file'}>
      {isOver ? 'Drop it anywhere' : 'Open or drop a scenario, CSV or JSON'}
      <input
        type="file"
        multiple
        onChange={(event) => {
          void taken(event.currentTarget.files, onFile, onTrouble);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** A scenario can be dropped together with the traces that it names. */
async function taken(
  list: FileList | null | undefined,
  onFile: FileDropProps['onFile'],
  onTrouble: FileDropProps['onTrouble'],
): Promise<void> {
  try {
    const files = await Promise.all(
      [...(list ?? [])].map(async (file) => ({
        name: file.name,
        content: new Uint8Array(await file.arrayBuffer()),
      })),
    );
    const main = files.find(isScenario) ?? files[0];
    if (main === undefined) return onTrouble('Drop a file, such as a CSV of CPU samples.');
    const others = files.filter((one) => one !== main).map(({ name, content }) => [name, content]);
    onTrouble('');
    onFile({ ...main, others: Object.fromEntries(others) });
  } catch {
    onTrouble('This cannot be read as a file. Drop files, not folders.');
  }
}

function isScenario({ name, content }: { readonly name: string; readonly content: Uint8Array }): boolean {
  if (/\.ya?ml$/i.test(name)) return true;
  return /\.json$/i.test(name) && /"(?:horizon|demand|computes)"\s*:/.test(new TextDecoder().decode(content));
}
