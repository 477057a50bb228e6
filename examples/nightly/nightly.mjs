// Plans for a database from two weeks of its metrics in Prometheus. Opens an issue if a change saves enough money.
import { env } from 'node:process';
import { plan } from 'tidemark';

const {
  PROMETHEUS_URL = 'http://localhost:9090',
  CPU_QUERY = 'sum(rate(process_cpu_seconds_total{job="postgres"}[5m]))',
  CONNECTIONS_QUERY = 'sum(pg_stat_activity_count{job="postgres"})',
  CURRENT = '1-4, 5m',
  LEAST_SAVING = '10',
  ISSUES_URL = 'https://api.github.com/repos/OWNER/REPO/issues',
  ISSUES_TOKEN = '',
} = env;

const DAY_SECONDS = 24 * 3600;
const STEP_SECONDS = 300;
const LABEL = 'compute-plan';

const answers = await Promise.all([CPU_QUERY, CONNECTIONS_QUERY].map(lastTwoWeeks));
const answer = await plan(
  { name: 'metrics.json', bytes: answers.join('\n') },
  { map: { cpu: '1:vcpu', connections: '2' }, current: CURRENT },
);
const { recommendation, current, summary } = answer;
const saving = (current?.outcome.costPerMonth ?? 0) - (recommendation?.outcome.costPerMonth ?? Infinity);

if (answer.verdict !== 'change' || saving < Number(LEAST_SAVING)) {
  console.log(`Nothing to do: ${answer.verdict}.`);
} else if (await isIssueOpen()) {
  console.log('An open issue says it already.');
} else {
  const [{ text, under }] = summary.filter(({ kind }) => kind === 'heading');
  console.log(`Opened ${await openedIssue(text, under)}`);
}

/** The answer of Prometheus to a range query, which is a format that tidemark reads. */
async function lastTwoWeeks(query) {
  const end = Math.floor(Date.now() / 1000 / STEP_SECONDS) * STEP_SECONDS;
  const range = { query, start: `${end - 14 * DAY_SECONDS}`, end: `${end}`, step: `${STEP_SECONDS}` };
  const response = await fetch(`${PROMETHEUS_URL}/api/v1/query_range?${new URLSearchParams(range)}`);
  if (!response.ok) throw new Error(`Prometheus answers ${response.status}: ${await response.text()}`);
  return response.text();
}

async function isIssueOpen() {
  const issues = await asked(`${ISSUES_URL}?state=open&labels=${LABEL}`);
  return issues.length > 0;
}

async function openedIssue(title, body) {
  const issue = await asked(ISSUES_URL, {
    method: 'POST',
    body: JSON.stringify({ title, body, labels: [LABEL] }),
  });
  return issue.html_url;
}

async function asked(url, request = {}) {
  const headers = { authorization: `Bearer ${ISSUES_TOKEN}`, 'content-type': 'application/json' };
  const response = await fetch(url, { ...request, headers });
  if (!response.ok) throw new Error(`the issue tracker answers ${response.status}: ${await response.text()}`);
  return response.json();
}
