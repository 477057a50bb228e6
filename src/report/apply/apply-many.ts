import type { PageBlock } from '../page/page.ts';
import { type PortfolioAnswer, portfolioRows } from '../portfolio/portfolio-answer.ts';
import type { ApplyFields, ApplyForm } from './apply-request.ts';
import { applyScript } from './apply-script.ts';
import { applyTerraform } from './apply-terraform.ts';
import { type PortfolioChange, portfolioChange } from './portfolio-change.ts';

/**
 * All recommended changes in one text: a Terraform configuration, or a script that applies changes and takes them back.
 */
export interface AppliedMany {
  readonly form: ApplyForm;
  readonly changes: readonly PortfolioChange[];
  readonly text: string;
}

export function appliedMany(answer: PortfolioAnswer, form: ApplyForm): AppliedMany {
  const changes = portfolioRows(answer).flatMap((row) => portfolioChange(row) ?? []);
  const text =
    form === 'terraform'
      ? applyTerraform(changes, answer.currency)
      : applyScript(form, changes, answer.currency);
  return { form, changes, text };
}

export function appliedManyBlocks({ changes, text }: AppliedMany): PageBlock[] {
  if (changes.length === 0)
    return [{ kind: 'paragraph', text: 'To apply: nothing. Every database already has its recommendation.' }];
  return [
    { kind: 'paragraph', text: 'To apply all changes (--apply-to FILE writes them into a file):' },
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
