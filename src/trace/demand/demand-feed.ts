import { SampleWindow } from '../../workload/index.ts';
import { evenly } from '../operators/evenly.ts';
import { applied } from '../operators/operator.ts';
import type { TraceStream } from '../trace.ts';
import type { TraceDemand } from './demand-of.ts';
import type { DemandSurvey } from './demand-survey.ts';
import type { DemandSettings } from './load-of.ts';
import { LoadOfTrace } from './load-of.ts';

/**
 * The demand of a trace that is read while a simulation runs on it. The run advances as far as demand is known and
 * then waits for the next chunk.
 */
export class DemandFeed {
  readonly demand: TraceDemand;
  private readonly survey: DemandSurvey;
  private readonly load: LoadOfTrace;
  private readonly vcpu = new SampleWindow();
  private readonly memoryBytes = new SampleWindow();
  private knownMs: number;

  constructor(survey: DemandSurvey, settings: DemandSettings) {
    this.survey = survey;
    this.load = new LoadOfTrace(survey, settings);
    this.knownMs = survey.firstMs - settings.startMs;
    const hasMemory = survey.head.columns.some(({ quantity }) => quantity === 'memory');
    this.demand = {
      demand: [this.load.demand(this.vcpu, hasMemory ? this.memoryBytes : null)],
      workingSetBytes: survey.largestOf('workingSet'),
      hiddenDemand: survey.censoredDemand,
      bounds: survey.bounds,
      cpuBound: survey.cpuBound,
      notes: this.load.notes,
    };
  }

  /**
   * Reads the same trace a second time. After each chunk, calls `advance` with the time since the start that is now
   * known.
   */
  async through(stream: TraceStream, advance: (untilMs: number) => void): Promise<void> {
    const { survey, vcpu, memoryBytes, load } = this;
    let steps = 0;
    for await (const chunk of applied(evenly(survey.rawSpan), stream).chunks) {
      if (chunk.times.length === 0) continue;
      const asked = load.loadIn(chunk);
      vcpu.push(asked.vcpu);
      if (asked.memoryBytes !== null) memoryBytes.push(asked.memoryBytes);
      steps += asked.vcpu.length;
      advance(Math.ceil(this.knownMs + steps * survey.stepMs));
    }
    vcpu.close();
    memoryBytes.close();
  }
}
