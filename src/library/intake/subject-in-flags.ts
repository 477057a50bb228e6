import type { Subject } from '../../advisor/index.ts';
import { errorWithFlags, inFlags } from '../settings/setting-names.ts';

/** Loads a database of many. The answer shows its problems, and they name flags there. */
export async function subjectInFlags(load: () => Promise<Subject>): Promise<Subject> {
  const subject = await inFlags(load);
  return {
    ...subject,
    read: (assumed) => {
      try {
        return subject.read(assumed);
      } catch (error) {
        throw errorWithFlags(error);
      }
    },
  };
}
