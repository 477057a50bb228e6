import { arrivalFigures } from './arrivals.ts';
import { print } from './figure.ts';
import { startUp } from './start-up.ts';
import { yearFigures } from './year.ts';

print([...arrivalFigures(), ...yearFigures(), ...startUp()]);
