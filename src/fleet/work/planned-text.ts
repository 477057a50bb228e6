import { planJob } from '../../advisor/index.ts';
import { keyOf } from '../../library/index.ts';
import { InvariantError } from '../../problem/index.ts';
import { unpackedJob } from '../queue/packed-job.ts';
import { resultText } from '../results/result-text.ts';

/** A job for a process: its bytes, and the key that a submitter gave it. */
export interface PackedTask {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** Plans one job. A process runs this for one job after another, and may end while it does. */
export default async function plannedText({ key, bytes }: PackedTask): Promise<string> {
  const job = unpackedJob(bytes);
  // Jobs of equal versions can differ too, if one of them is a changed copy of the program.
  if (keyOf(job) !== key)
    throw new InvariantError('the job was damaged, or it was made by a changed copy of tidemark');
  const planned = await planJob(job);
  if (planned === null) throw new InvariantError('nobody can stop a plan in a process of its own');
  return resultText(key, planned);
}
