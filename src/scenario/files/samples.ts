import { z } from 'zod';
import type { AutoscalerConfig, ObservedMetrics } from '../../compute/index.ts';
import { checkDocument } from '../text/check.ts';
import type { Document } from '../text/document.ts';

/** The inputs of one autoscaler tick: its metrics, and the settings that may differ from tick to tick. */
export interface Sample {
  readonly metrics: ObservedMetrics;
  readonly settings: Pick<
    AutoscalerConfig,
    'cpuStableZoneRatio' | 'cpuMixedZoneRatio' | 'lfcUseLargestWindow'
  >;
}

const BYTES_AT_MOST = 2 ** 50;

const load = z.number({ error: 'a load average from 0 to 1000000' }).min(0).max(1e6).nullish();
const bytes = z.number({ error: 'a number of bytes from 0 to 2^50' }).min(0).max(BYTES_AT_MOST).nullish();
const pages = z
  .number({ error: 'a number of 8 KiB pages from 0 to 2^37' })
  .min(0)
  .max(2 ** 37);
const ratio = z.number({ error: 'a ratio from 0 to 1000' }).min(0).max(1000).default(0);
const answer = z.unknown().optional();

const sampleSchema = z
  .strictObject(
    {
      load1: load,
      load5: load,
      memoryUsageBytes: bytes,
      memoryCachedBytes: bytes,
      workingSetPages: z
        .array(pages, { error: 'a list of up to 60 page counts, one a minute' })
        .max(60)
        .nullish(),
      cpuStableZoneRatio: ratio,
      cpuMixedZoneRatio: ratio,
      lfcUseLargestWindow: z.boolean({ error: 'true or false' }).default(false),
      // A file may have the answers beside its samples. They are accepted and ignored.
      cpu: answer,
      memory: answer,
      lfc: answer,
      goalQuarterCu: answer,
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? undefined : 'a sample: a group of fields such as load1',
    },
  )
  .transform(
    (sample): Sample => ({
      metrics: {
        load1: sample.load1 ?? null,
        load5: sample.load5 ?? null,
        memoryUsageBytes: sample.memoryUsageBytes ?? null,
        memoryCachedBytes: sample.memoryCachedBytes ?? null,
        workingSetPages: sample.workingSetPages ?? null,
      },
      settings: {
        cpuStableZoneRatio: sample.cpuStableZoneRatio,
        cpuMixedZoneRatio: sample.cpuMixedZoneRatio,
        lfcUseLargestWindow: sample.lfcUseLargestWindow,
      },
    }),
  );

const samplesSchema = z.array(sampleSchema, { error: 'a list of samples: [ { "load1": 0.5, … }, … ]' });

export function readSamples(document: Document): Sample[] {
  return checkDocument(document, samplesSchema);
}
