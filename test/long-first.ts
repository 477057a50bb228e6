import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest. Vitest would start some of them last, because their text is short. */
const LONG = [
  'test/project/documents.test.ts',
  'test/slow/plan-goldens.test.ts',
  'test/cli/plan-goldens.test.ts',
  'test/service/simulator-equality.test.ts',
  'test/planner/worlds/worlds-plan.test.ts',
  'test/project/help.test.ts',
];

/** Starts long files first. Otherwise the last of them would run alone at the end, beside an idle processor. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
