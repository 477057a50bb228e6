import { serverKills } from '../service/kills/suite.ts';

// What is expected of each kill is in the suite.
serverKills(200, 1_800_000);
