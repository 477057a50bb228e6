// The steps of `.ci/run`: phases one after another, in a phase lanes side by side, and in a lane steps one after another.
import { runPhases } from './lanes.mjs';

// Each version of Node has a step, and each step a cache of transformed modules that others have filled.
const VITEST =
  'node_modules/.bin/vitest run --experimental.fsModuleCache --experimental.fsModuleCachePath "$CI_FOLDER/modules"';
const SLOW = `${VITEST} --config vitest.slow.config.ts`;
const OLDEST = '.ci/with-node 20.19.0';
const SERVER = '.ci/with-postgres';

// Most of these rooms, and plans of files that exist only in a test, are arithmetic without streams, sockets, files, time
// zones or WebAssembly. The kept plans of test/cli compare their results. The processes of a fleet run on the oldest Node
// alone.
const PLANS =
  'one-screen,schedule,plan-project,memory-column,plan-price,plan-scenario,censored,bounds,background,before-a-trace,broken-under,assume';
const ARITHMETIC =
  '--exclude "test/{facts,compute,simulator,planner,check,advisor,report,lab,fleet,project,build}/**" ' +
  `--exclude "test/cli/{${PLANS}}.test.ts"`;
// What holds on the oldest and on the newest Node breaks between them at most where Node itself is used.
const BESIDE_NODE =
  '--exclude "test/{scenario,picture,page,workload,examples,site}/**" ' +
  '--exclude "test/cli/!(main|outputs|serve|readers|piped-trace|plan-goldens).test.ts"';

const installing = [
  [['install and build', 'npm ci']],
  [['programs that tests start', '.ci/install-programs']],
];

const computing = [
  [
    'tests on the oldest Node, without those of the next step',
    `FC_USUAL=300 ${OLDEST} ${VITEST} --config vitest.rest.config.ts`,
  ],
  [
    'properties tried a thousand times, and slow tests, on the oldest Node',
    `export PATH="$PATH:$CI_FOLDER/prometheus/usr/bin"
     ${OLDEST} ${SERVER} ${SLOW} --exclude "test/slow/*-kills.test.ts"`,
  ],
];

/** Steps that wait for processes, servers, browsers and the registry. */
const waiting = [
  ['services killed two hundred times', `${OLDEST} ${SERVER} ${SLOW} test/slow/*-kills.test.ts`],
  ['recordings of a PostgreSQL server that nobody else is at', `${SERVER} ${VITEST} test/recording`],
  [
    'stores, the gateway and logs on a PostgreSQL server, with psql and pgbench',
    `${SERVER} ${VITEST} test/service/store/{server-store,store}.test.ts test/gateway/drivers test/gateway/server \\
      test/gateway/tls.test.ts test/trace/real-logs.test.ts test/fleet/results.test.ts`,
  ],
  ['the console, reports and the library in Chromium', 'npm run test:browser'],
  ['the site', 'npm run test:site'],
  ['packed install', 'npm run check:package'],
  ['the first command of the README', 'npx tidemark plan scenarios/traces/office-week.jsonl'],
];

// A version of Node makes a difference to what a property calls, and not to one of its hundreds of cases.
const otherNodes = [
  ['tests on Node 26', `FC_USUAL=50 .ci/with-node 26 ${VITEST} ${ARITHMETIC}`],
  ['tests on Node 24', `FC_USUAL=50 .ci/with-node 24 ${VITEST} ${ARITHMETIC} ${BESIDE_NODE}`],
];

// Other steps read the pages that this one writes anew.
const generating = [
  [
    'generated pages',
    'npm run docs; npm run examples; npm run reports; git diff --exit-code -- docs scenarios reports',
  ],
];
const reading = [
  ['lint', 'npm run lint'],
  ['types', 'npm run types'],
  ['completion in bash, zsh and fish', `${VITEST} test/cli/completion.test.ts`],
];

// Their figures need a machine with nothing else to do.
const measuring = [
  ['the simulator beside its bare loops', 'npm run bench:check'],
  ['predictions beside a real server', 'npm run reality -- short'],
];

process.exitCode = await runPhases([
  installing,
  [computing, [...waiting, ...otherNodes]],
  [generating, reading],
  [measuring],
]);
