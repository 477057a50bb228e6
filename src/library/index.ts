export { databasesOf, listedIn } from './intake/databases.ts';
export {
  type EntryOptions,
  entriesOf,
  openListed,
  optionsOfEntry,
  withoutMachineOf,
  withoutTraceOptions,
} from './intake/entries.ts';
export { factSetOf } from './intake/fact-set.ts';
export { MOST_RESULT_BYTES, nameOf, openSource, readText, wholeText } from './intake/input.ts';
export { loadScenario, loadSubject } from './intake/load.ts';
export { inMemory } from './intake/named-trace.ts';
export { foreignProblem, type OpenedFile, openFile } from './intake/open-file.ts';
export { openEachPart, openParts } from './intake/open-parts.ts';
export { openTrace, readableAgain, traceIn } from './intake/open-trace.ts';
export type { OpenTrace } from './intake/opened-trace.ts';
export type { Progress, Reader, Stopping } from './intake/reader.ts';
export { readScenarioFile } from './intake/scenario-file.ts';
export { subjectInFlags } from './intake/subject-in-flags.ts';
export { streamOf, watched, withSamples } from './intake/watched.ts';
export { isDatabaseAddress } from './node/database-address.ts';
export { disk } from './node/disk.ts';
export { drawingModule, fonts, pageScripts } from './node/drawing-files.ts';
export { keyOf } from './node/plan-key.ts';
export { threadsOf } from './node/threads.ts';
export { unwritable } from './node/unwritable.ts';
export { type BacktestOptions, backtestFile } from './questions/backtest.ts';
export { type CheckOptions, checkDatabases, checkFile } from './questions/check.ts';
export { type CompareOptions, compareFiles } from './questions/compare.ts';
export { type ExplainOptions, explainFile } from './questions/explain.ts';
export { factsFor } from './questions/facts.ts';
export type { Host } from './questions/host.ts';
export { type IncidentOptions, incidentInFile } from './questions/incident.ts';
export { type PlanOptions, planFile } from './questions/plan.ts';
export { type PlanManyOptions, planDatabases } from './questions/plan-many.ts';
export { isProjectFile, planProjectFile } from './questions/plan-project.ts';
export { drawsWorlds, planWorldsInFile, type WorldsOptions } from './questions/plan-worlds.ts';
export { type PoliciesOptions, policiesForFile } from './questions/policies.ts';
export { refuseEmpty } from './questions/refuse-empty.ts';
export { scenarioInFile } from './questions/scenario.ts';
export { type SimulateOptions, simulateFile } from './questions/simulate.ts';
export { type SizesOptions, sizesFor } from './questions/sizes.ts';
export { CONTROL_TOKEN, keptSecret } from './service/kept-secret.ts';
export { localMachine } from './service/local-machine.ts';
export type { ServeOptions } from './service/serve-options.ts';
export {
  HOST_NAME,
  SERVE_DEFAULTS,
  SERVE_LIMITS,
  type ServeSettings,
  serveSettings,
} from './service/serve-settings.ts';
export { servedScenario } from './service/served-scenario.ts';
export { type Listening, listen } from './service/sockets.ts';
export {
  isLoopback,
  type StartedService,
  startService,
} from './service/start-service.ts';
export { cpuPerQueryOf, howToRead, notesOf, vcpusOf } from './settings/how-to-read.ts';
export { instantIn } from './settings/instant.ts';
export { figureLimits } from './settings/limits.ts';
export { objectivesOf } from './settings/objectives.ts';
export {
  type ByOptions,
  type SimulationOptions,
  type SizeOptions,
  type TraceOptions,
  writtenValues,
} from './settings/options.ts';
export { overridesOf } from './settings/overrides.ts';
export { flagOf, inFlags, textWithFlags, withFlags } from './settings/setting-names.ts';
export { sizeSettingOf } from './settings/size-setting.ts';
export { traceFields } from './settings/trace-fields.ts';
export { wholeMillisecondsOf } from './settings/whole-milliseconds.ts';
export { ownVersion } from './version.ts';
