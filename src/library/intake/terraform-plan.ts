import type { WrittenConfiguration } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import {
  HOW_TO_WRITE_PLAN,
  type PlannedCompute,
  type PlanSide,
  plannedCompute,
  readTerraformPlan,
} from '../../scenario/index.ts';
import { MOST_RESULT_BYTES, nameOf, readText } from './input.ts';
import type { Reader } from './reader.ts';

/** Where the configuration of a compute is, if Terraform manages it. */
export interface TerraformOptions {
  /** A Terraform plan in JSON, as `terraform show -json` prints it. */
  readonly terraform?: string;
  /** The resource in it, such as `neon_endpoint.main`; needed if the plan has several computes. */
  readonly resource?: string;
}

/** Reads the compute of a Terraform plan. Null if no plan is named. */
export function terraformPlan(
  { terraform, resource }: TerraformOptions,
  reader: Reader,
): ((side: PlanSide) => PlannedCompute) | null {
  if (terraform === undefined) {
    if (resource === undefined) return null;
    throw problem({ field: '‹resource›' }, 'it needs a Terraform plan', 'name one with ‹terraform›');
  }
  const text = readText(terraform, reader, MOST_RESULT_BYTES, HOW_TO_WRITE_PLAN);
  const document = readTerraformPlan(text, nameOf(terraform));
  return (side) => plannedCompute(document, resource, side);
}

/** The configuration before the change is the current one. */
export function asCurrent({ configuration, place }: PlannedCompute): WrittenConfiguration {
  return { text: configuration, field: '‹terraform›', place };
}
