import { serverKills } from '../service/kills/suite.ts';

// The suite has the expectations of each kill.
serverKills(200);
