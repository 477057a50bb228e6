import { killedWhileClientsWrite } from '../gateway/kills/suite.ts';

// The suite has the expectations of each kill.
killedWhileClientsWrite(10);
