import { killedWhileClientsWrite } from '../gateway/kills/suite.ts';

// What is expected of each kill is in the suite.
killedWhileClientsWrite(10, 600_000);
