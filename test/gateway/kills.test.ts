import { killedWhileClientsWrite } from './kills/suite.ts';

// What is expected of each kill is in the suite; test/slow has many more of them.
killedWhileClientsWrite(2, 120_000);
