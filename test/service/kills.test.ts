import { killSuite } from './kills/suite.ts';

// What is expected of each kill is in the suite; test/slow has many more of them.
killSuite(5, 300_000);
