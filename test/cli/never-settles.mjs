// Loaded before a program: whoever ends a worker thread waits for ever, with nothing that keeps the process alive.
import { Worker } from 'node:worker_threads';

Worker.prototype.terminate = function () {
  this.unref();
  return new Promise(() => {});
};
