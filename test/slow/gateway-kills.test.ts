import { killedWhileClientsWrite } from '../gateway/kills/suite.ts';

// What is expected of each kill is in the suite.
killedWhileClientsWrite(30, 900_000);
