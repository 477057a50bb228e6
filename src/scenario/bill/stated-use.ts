import { PLAN_NAMES } from '../../facts/index.ts';
import type { StatedUse } from '../../planner/index.ts';
import type { Context } from '../context.ts';
import { durationText } from '../notation/notation-text.ts';
import type { WrittenBill } from './bill-schema.ts';

/** Reads the `bill` of a scenario, and gathers its problems. */
export function statedUse(written: WrittenBill, context: Context): StatedUse {
  const by =
    typeof written.transfer === 'object'
      ? Object.entries(written.transfer).map(([demand, bytes]) => ({ demand, bytes }))
      : [];
  refuseContradictions(written, context);
  refuseLongWindow(written, context);
  refuseManyBranches(written, context);
  refuseUnknownDemand(
    by.map(({ demand }) => demand),
    context,
  );
  return {
    storageBytes: written.storage ?? null,
    growthBytes: written.growth ?? 0,
    branches: written.branches.map(({ count, changes, size, lasts }) => ({
      count,
      changesBytes: changes,
      sizeBytes: size ?? null,
      lastsMs: lasts ?? null,
    })),
    historyBytes: written.restoreHistory ?? null,
    writtenBytesPerDay: written.written ?? null,
    restoreWindowMs: written.restoreWindow ?? null,
    snapshotBytes: written.snapshots ?? null,
    transferBytes:
      typeof written.transfer === 'object'
        ? by.reduce((sum, { bytes }) => sum + bytes, 0)
        : (written.transfer ?? null),
    transferBy: by,
    privateTransferBytes: written.privateTransfer ?? null,
  };
}

function refuse({ document, problems }: Context, field: string, found: string, remedy: string): void {
  problems.push({ place: document.place(['bill', ...field.split('.')]), found, remedy });
}

function refuseContradictions(written: WrittenBill, context: Context): void {
  const { storage, growth, restoreHistory, written: perDay, restoreWindow } = written;
  if (growth !== undefined && storage === undefined)
    refuse(context, 'growth', 'the size that grows is missing', 'write storage, the size at the start');
  if (restoreHistory !== undefined && perDay !== undefined)
    refuse(context, 'written', 'restoreHistory already states the size', 'leave one of them out');
  if (restoreWindow !== undefined && perDay === undefined)
    refuse(
      context,
      'restoreWindow',
      'it needs what is written in a day',
      'write written, such as 500MB, or leave it out',
    );
}

function refuseLongWindow({ restoreWindow }: WrittenBill, context: Context): void {
  const longest = context.facts.restoreWindow?.value.longestMs;
  if (restoreWindow === undefined || longest === undefined || restoreWindow <= longest[context.plan]) return;
  const other = PLAN_NAMES.find((plan) => longest[plan] >= restoreWindow);
  refuse(
    context,
    'restoreWindow',
    `the ${context.plan} plan keeps history for ${durationText(longest[context.plan])} at most`,
    other === undefined ? 'write a shorter time' : `write a shorter time, or use the plan ${other}`,
  );
}

function refuseManyBranches({ branches }: WrittenBill, context: Context): void {
  const most = context.facts.branches?.value.mostPerProject;
  const count = branches.reduce((sum, one) => sum + one.count, 1);
  if (most === undefined || count <= most) return;
  refuse(
    context,
    'branches',
    `with the root branch these are ${count} branches`,
    `a project has ${most} at most`,
  );
}

function refuseUnknownDemand(names: readonly string[], context: Context): void {
  const { demand = [], computes = [] } = context.file;
  const known = [...demand, ...computes.flatMap((one) => one.demand)].map(({ name }) => name);
  for (const name of names)
    if (!known.includes(name))
      refuse(context, `transfer.${name}`, 'there is no such demand', `use ${[...new Set(known)].join(', ')}`);
}
