import { folderKills } from '../service/kills/suite.ts';

// The suite has the expectations of each kill.
folderKills(200);
