import type { Setting } from '../../planner/index.ts';
import type { Block } from '../page/page.ts';
import {
  type PortfolioAnswer,
  type PortfolioRow,
  portfolioRows,
  titleOf,
} from '../portfolio/portfolio-answer.ts';
import { type ApplyFields, type ApplyForm, applyFields } from './apply-request.ts';
import { applyScript } from './apply-script.ts';
import { applyTerraform } from './apply-terraform.ts';

/** A recommended change of one of many databases. */
export interface ManyChange {
  readonly title: string;
  readonly present: Setting | null;
  readonly choice: Setting;
  readonly change: ApplyFields;
  /** null: nobody has said what is set today. */
  readonly back: ApplyFields | null;
  /** In millionths a month; null: nobody has said what is set today. */
  readonly saving: number | null;
  /** The management API refuses it: its plan has no changes of size. */
  readonly isRefused: boolean;
}

/** All recommended changes in one text: a configuration of Terraform, or a script that changes and goes back. */
export interface AppliedMany {
  readonly form: ApplyForm;
  readonly changes: readonly ManyChange[];
  readonly text: string;
}

export function appliedMany(answer: PortfolioAnswer, form: ApplyForm): AppliedMany {
  const changes = portfolioRows(answer).flatMap((row) => changeOf(row) ?? []);
  const text =
    form === 'terraform'
      ? applyTerraform(changes, answer.currency)
      : applyScript(form, changes, answer.currency);
  return { form, changes, text };
}

export function appliedManyBlocks({ changes, text }: AppliedMany): Block[] {
  if (changes.length === 0)
    return [{ kind: 'paragraph', text: 'To apply: nothing, all are set so already.' }];
  return [
    { kind: 'paragraph', text: 'To apply all of it (--apply-to FILE writes it into a file):' },
    { kind: 'picture', lines: text.trimEnd().split('\n') },
  ];
}

export function appliedManyDocument({ form, changes, text }: AppliedMany) {
  const body = (fields: ApplyFields | null) => (fields === null ? null : { endpoint: fields });
  return {
    form,
    changes: changes.map(({ title, change, back, isRefused }) => ({
      database: title,
      change: body(change),
      rollback: body(back),
      isRefused,
    })),
    text,
  };
}

function changeOf(row: PortfolioRow): ManyChange | null {
  const { present, choice } = row.plan;
  if (choice === null) return null;
  const [from, to] = [present?.setting ?? null, choice.setting];
  const changes = {
    size: from === null || from.size.minCu !== to.size.minCu || from.size.maxCu !== to.size.maxCu,
    timeout: from === null || from.suspendAfterMs !== to.suspendAfterMs,
    route: false,
  };
  const change = applyFields(to, changes);
  if (change === null) return null;
  return {
    title: titleOf(row),
    present: from,
    choice: to,
    change,
    back: from === null ? null : applyFields(from, changes),
    saving: row.saving,
    isRefused: changes.size && !row.mayChangeSize,
  };
}
