import { InvalidArgumentError, Option } from 'commander';
import { OutputOption } from './output-option.ts';

export function queueOption(): Option {
  return new Option('--queue <URL>', 'the queue of jobs: redis://HOST, rediss://HOST or Valkey alike');
}

export function resultsOption(description: string): OutputOption {
  return OutputOption.folderOrDatabase('--results <PLACE>', description);
}

export function processCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MOST_PROCESSES)
    throw new InvalidArgumentError(`found "${text}"; write a whole number from 1 to ${MOST_PROCESSES}`);
  return count;
}

const MOST_PROCESSES = 1024;
