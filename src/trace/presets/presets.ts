import type { Preset } from '../series/rule.ts';
import { AURORA, RDS } from './aws.ts';
import { EXPORTERS } from './exporters.ts';
import { NEON } from './neon.ts';

export const PRESETS: readonly Preset[] = [NEON, RDS, AURORA, EXPORTERS];

export type PresetName = 'neon' | 'rds' | 'aurora' | 'exporters';
