import type { FactSet } from '../../facts/index.ts';
import {
  type LoadDemand,
  type Profile,
  repeated,
  type SampledProfile,
  type SampleRuns,
} from '../../workload/index.ts';
import { boundWords } from '../bounds/bound-words.ts';
import { columnIndex } from '../columns.ts';
import type { TraceChunk } from '../trace.ts';
import type { DemandSurvey } from './demand-survey.ts';
import type { RebuiltFrom } from './estimated-demand.ts';

/** Settings that demand needs and the trace does not have. */
export interface DemandSettings {
  readonly name: string;
  /** The start of the run. Samples keep their own times. */
  readonly startMs: number;
  /** CPU of one query. Null means: take it from the trace, or else assume the usual one. */
  readonly cpuMsPerQuery: number | null;
  /** The vCPU of the machine that was measured. Null if unknown. */
  readonly vcpus: number | null;
  /** The facts that limits follow from. Without them only the limit of CPU is considered. */
  readonly facts?: FactSet | undefined;
  /** The factor from CPU used to demand, for samples at the limit, if no other column tells their demand. */
  readonly uplift?: number | undefined;
  /**
   * Memory that every compute needs, and each connection. The measured memory includes both, so they are subtracted.
   */
  readonly baseMemoryBytes: number;
  readonly connectionMemoryBytes: number;
}

export const USUAL_QUERY_MS = 20;

/** Says how demand was estimated for samples that are lower bounds. */
function rebuiltWords(from: RebuiltFrom | null): string {
  if (from === null) return 'the demand may have been higher';
  return `the demand there follows from ${REBUILT[from]}`;
}

const REBUILT: Readonly<Record<RebuiltFrom, string>> = {
  load: 'the load average',
  activeConnections: 'the connections that run something',
  queryMs: 'how many queries there were, and how long they took',
};

/** The load of a trace on a compute, once a survey has read the whole trace. */
export class LoadOfTrace {
  /** The assumptions made, one sentence each. */
  readonly notes: readonly string[];
  private readonly survey: DemandSurvey;
  private readonly settings: DemandSettings;
  private readonly cpuMsPerQuery: number;
  private readonly connections: number;
  private readonly active: number;
  private readonly memoryAt: number;
  private readonly known: NonNullable<LoadDemand['known']>;

  constructor(survey: DemandSurvey, settings: DemandSettings) {
    const measuredCpuMs = settings.cpuMsPerQuery === null ? survey.cpuMsPerQuery : null;
    this.survey = survey;
    this.settings = settings;
    this.cpuMsPerQuery = settings.cpuMsPerQuery ?? measuredCpuMs ?? USUAL_QUERY_MS;
    this.connections = Math.ceil(survey.largestOf('connections') ?? 0);
    // While processors are short, every query that can run at once is running or waiting.
    this.active = survey.mostAtOnce ?? survey.censoredDemand?.mostAtOnce ?? 0;
    this.memoryAt = columnIndex(survey.head, 'memory');
    this.known = {
      cpu: survey.cpu.isMeasured ? 'measured' : 'derived',
      ...(this.active > 0 ? { concurrency: 'measured' } : {}),
      ...(settings.cpuMsPerQuery !== null
        ? { cpuMsPerQuery: 'stated' }
        : measuredCpuMs !== null
          ? { cpuMsPerQuery: survey.cpu.isMeasured ? 'measured' : 'derived' }
          : {}),
      ...(survey.largestOf('connections') === null ? {} : { connections: 'measured' }),
      ...(this.memoryAt === -1 ? {} : { memory: 'measured' }),
    };
    const full = survey.hiddenDemand;
    const possibleNotes: readonly (readonly [applies: boolean, note: string])[] = [
      [
        measuredCpuMs !== null,
        survey.cpu.bound === null
          ? `A query takes ${measuredCpuMs} ms of CPU: all CPU divided by all queries.`
          : `A query takes ${measuredCpuMs} ms of CPU at most.`,
      ],
      [
        full !== null && full.samples > 0,
        `${full?.samples} of ${full?.of} samples of CPU are at 90% or more of the capacity, so they are lower bounds; ${rebuiltWords(survey.censoredDemand?.rebuiltFrom ?? null)}.`,
      ],
      ...survey.bounds.map(
        (bound) =>
          [bound.samples > 0, `${boundWords(bound, 'busy samples')}, so they are lower bounds.`] as const,
      ),
      [
        this.connections > 0,
        `Whenever there is demand, ${this.connections} connections are open, the most in the trace.`,
      ],
      [
        this.memoryAt !== -1,
        'Memory is as measured, less the assumed needs of an idle compute and its connections.',
      ],
      [this.active > 0, `At most ${this.active} queries are active at once, the most in the trace.`],
    ];
    this.notes = [
      ...(survey.isUneven ? ['Samples are at uneven times, so they were resampled to the median step.'] : []),
      ...survey.cpu.notes,
      ...possibleNotes.filter(([applies]) => applies).map(([, note]) => note),
    ];
  }

  /** The demand of a chunk of even steps. The memory is null if the trace has none. */
  loadIn(chunk: Pick<TraceChunk, 'values' | 'steps'>): {
    readonly vcpu: Float64Array | SampleRuns;
    readonly memoryBytes: Float64Array | SampleRuns | null;
  } {
    const { settings, connections } = this;
    const vcpu = this.survey.cpu.demandIn(chunk);
    const overheadBytes = settings.baseMemoryBytes + connections * settings.connectionMemoryBytes;
    const memory = chunk.values[this.memoryAt];
    // A step without demand asks for no memory.
    const memoryBytes = memory?.map((bytes, i) =>
      (vcpu[i] as number) > 0 ? Math.max(0, bytes - overheadBytes) : 0,
    );
    return {
      vcpu: repeated(vcpu, chunk.steps),
      memoryBytes: memoryBytes === undefined ? null : repeated(memoryBytes, chunk.steps),
    };
  }

  demand(vcpu: SampledProfile, memoryBytes: SampledProfile | null): LoadDemand {
    const { survey, settings, active } = this;
    const samples = (values: SampledProfile): Profile => ({
      kind: 'samples',
      atMs: survey.firstMs - settings.startMs,
      stepMs: survey.stepMs,
      values,
    });
    return {
      kind: 'load',
      name: settings.name,
      vcpu: samples(vcpu),
      ...(survey.cpu.isOfQueries ? { isCpuOfQueries: true } : {}),
      ...(survey.cpu.countsWaits ? { countsWaits: true } : {}),
      cpuMsPerQuery: this.cpuMsPerQuery,
      concurrency: active > 0 ? active : null,
      connections: this.connections,
      memoryBytes: memoryBytes === null ? { kind: 'constant', value: 0 } : samples(memoryBytes),
      pagesPerQuery: 0,
      known: this.known,
    };
  }
}
