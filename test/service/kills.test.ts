import { folderKills, serverKills } from './kills/suite.ts';

// What is expected of each kill is in the suite; test/slow has many more of them.
folderKills(3, 300_000);
serverKills(3, 300_000);
