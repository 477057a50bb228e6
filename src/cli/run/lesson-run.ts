import { readFileSync } from 'node:fs';
import { simulate } from '../../advisor/index.ts';
import { lessonStep, type UnrunStep } from '../../lesson/index.ts';
import { readDocument, readScenario } from '../../scenario/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { asked } from './asked.ts';

/** Runs the scenario of a step. */
export async function runStep(step: UnrunStep, terminal: Terminal) {
  const file = `scenarios/learn/${step.name}.yaml`;
  const text = readFileSync(new URL(`${step.name}.yaml`, SCENARIOS), 'utf8');
  const scenario = readScenario(readDocument(text, file));
  const alone = { sink: null, asked: {}, isCompared: false };
  const result = await asked((asking) => simulate({ scenario, feed: null }, alone, asking), terminal);
  return { lesson: lessonStep(step, { simulation: scenario.simulation, result }), result, file };
}

/** Works from the built command and from its sources. */
const SCENARIOS = new URL('../../../scenarios/learn/', import.meta.url);
