import type { Preset } from '../series/rule.ts';
import { AURORA, RDS } from './aws.ts';
import { EXPORTERS } from './exporters.ts';
import { CLOUD_SQL, DATADOG, NEW_RELIC } from './exports.ts';
import { NEON } from './neon.ts';

export const PRESETS: readonly Preset[] = [NEON, RDS, AURORA, EXPORTERS, DATADOG, NEW_RELIC, CLOUD_SQL];

export type PresetName = 'neon' | 'rds' | 'aurora' | 'exporters' | 'datadog' | 'newrelic' | 'cloudsql';
