import { gunzipSync, gzipSync } from 'node:zlib';
import { Packr } from 'msgpackr';
import type { PlanJob } from '../../advisor/index.ts';

/** A job as bytes, so that another machine can plan it. Numbers stay as they are; only -0 outside samples becomes 0. */
export function packedJob(job: PlanJob): Uint8Array {
  return gzipSync(FORM.pack(job));
}

export function unpackedJob(bytes: Uint8Array): PlanJob {
  return FORM.unpack(gunzipSync(bytes)) as PlanJob;
}

/** Typed arrays keep their types. */
const FORM = new Packr({ structuredClone: true, useRecords: false });
