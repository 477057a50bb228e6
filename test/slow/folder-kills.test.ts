import { folderKills } from '../service/kills/suite.ts';

// The suite has the expectations of each kill.
folderKills(200, 1_800_000);
