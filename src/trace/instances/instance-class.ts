import { GIB } from '../../facts/index.ts';
import { nearestWord } from '../../problem/index.ts';
import { RDS_FAMILIES, RDS_SINGLE_CLASSES } from './rds-classes.ts';

/** The resources of an instance class. */
export interface InstanceClass {
  readonly name: string;
  readonly vcpus: number;
  readonly memoryBytes: number;
}

/** The class of this name, such as `db.r6g.large`. Null if it is not in the table. */
export function instanceClass(name: string): InstanceClass | null {
  return CLASSES.get(name.trim().toLowerCase()) ?? null;
}

/** The known class with the most similar name. */
export function nearestClass(name: string): string {
  return nearestWord(name.trim().toLowerCase(), [...CLASSES.keys()]) ?? 'db.r6g.large';
}

const CLASSES: ReadonlyMap<string, InstanceClass> = new Map(
  [...families(), ...Object.entries(RDS_SINGLE_CLASSES)].map(([name, [vcpus, gib]]) => [
    name,
    { name, vcpus, memoryBytes: gib * GIB },
  ]),
);

function families(): [name: string, [vcpus: number, gib: number]][] {
  return RDS_FAMILIES.trim()
    .split('\n')
    .flatMap((line) => {
      const [family, gibPerVcpu, ...sizes] = line.split(/\s+/);
      return sizes.map((size): [string, [number, number]] => {
        const vcpus = vcpusOf(size);
        return [`${family}.${size}`, [vcpus, vcpus * Number(gibPerVcpu)]];
      });
    });
}

/** `large` has two vCPU, `xlarge` four, and `8xlarge` or `metal-24xl` four times their number. */
function vcpusOf(size: string): number {
  if (size === 'large') return 2;
  return 4 * Number(/(\d+)x/.exec(size)?.[1] ?? 1);
}
