import { textWithFlags } from '../../../library/index.ts';
import { presetList, presetPage } from '../../../report/index.ts';
import { PRESETS, type PresetName } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function printPresets(name: PresetName | undefined, terminal: Terminal): void {
  const preset = PRESETS.find((one) => one.name === name);
  const text =
    preset === undefined ? presetList(PRESETS, terminal.columns) : presetPage(preset, terminal.columns);
  terminal.out(`${textWithFlags(text)}\n`);
}
