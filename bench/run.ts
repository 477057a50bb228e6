import { arrivalFigures } from './arrivals.ts';
import { print } from './figure.ts';
import { planFigures } from './plan.ts';
import { reportFigures } from './report.ts';
import { startUp } from './start-up.ts';
import { traceFigures } from './traces.ts';
import { yearFigures } from './year.ts';

print([
  ...arrivalFigures(),
  ...yearFigures(),
  ...(await traceFigures()),
  ...(await planFigures()),
  ...(await reportFigures()),
  ...startUp(),
]);
