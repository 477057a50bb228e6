export { claimFolder, isClaim } from './folder-claim.ts';
export { folderProblem, isDiskFull } from './folder-problem.ts';
export { packedPglite } from './packed-pglite.ts';
