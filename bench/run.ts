import { arrivalFigures } from './arrivals.ts';
import { growthFigures } from './growth.ts';
import { planFigures } from './plan.ts';
import { reportFigures } from './report.ts';
import { keep } from './results.ts';
import { startUp } from './start-up.ts';
import { traceFigures } from './traces.ts';
import { yearFigures } from './year.ts';

keep('simulator', [
  ...arrivalFigures(),
  ...yearFigures(),
  ...(await traceFigures()),
  ...(await planFigures()),
  ...(await growthFigures()),
  ...(await reportFigures()),
  ...startUp(),
]);
