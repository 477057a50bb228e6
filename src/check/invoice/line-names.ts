import type { BillLineName } from '../../planner/index.ts';

/** The line that a name on an invoice means, in tidemark's words or those of the service. Null if it is none. */
export function lineOfName(name: string): BillLineName | 'compute' | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return LINES.find(([, names]) => names.includes(plain))?.[0] ?? null;
}

const LINES: readonly (readonly [BillLineName | 'compute', readonly string[]])[] = [
  ['compute', ['compute', 'computetime', 'computeunitseconds', 'computehours', 'cuhours']],
  [
    'storage',
    ['storage', 'rootstorage', 'rootbranchstorage', 'rootbranches', 'rootbranchbytesmonth', 'datastorage'],
  ],
  [
    'branchStorage',
    ['branchstorage', 'childstorage', 'childbranchstorage', 'childbranches', 'childbranchbytesmonth'],
  ],
  [
    'restoreHistory',
    [
      ...['restorehistory', 'history', 'instantrestore', 'instantrestorehistory', 'instantrestorestorage'],
      ...['instantrestorebytesmonth', 'pointintimerestore', 'pitr'],
    ],
  ],
  ['snapshots', ['snapshots', 'snapshot', 'snapshotstorage', 'snapshotstoragebytesmonth']],
  ['branches', ['branches', 'extrabranches', 'extrabranchesmonth']],
  [
    'privateTransfer',
    ['privatetransfer', 'privatenetworktransfer', 'privatedatatransfer', 'privatenetworktransferbytes'],
  ],
  [
    'transfer',
    [
      ...['transfer', 'publictransfer', 'publicnetworktransfer', 'publicnetworktransferbytes'],
      ...['networktransfer', 'datatransfer', 'egress'],
    ],
  ],
];
