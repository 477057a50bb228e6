import { presetList, presetPage } from '../../../report/index.ts';
import { PRESETS, type PresetName } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function printPresets(name: PresetName | undefined, terminal: Terminal): void {
  const preset = PRESETS.find((one) => one.name === name);
  terminal.out(
    `${preset === undefined ? presetList(PRESETS, terminal.columns) : presetPage(preset, terminal.columns)}\n`,
  );
}
