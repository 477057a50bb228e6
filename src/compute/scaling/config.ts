/** The settings of the autoscaler. */
export interface AutoscalerConfig {
  readonly loadAverageFractionTarget: number;
  readonly memoryUsageFractionTarget: number;
  readonly memoryTotalFractionTarget: number;
  readonly cpuStableZoneRatio: number;
  readonly cpuMixedZoneRatio: number;
  /** Off in the published configuration, on in the public documentation, on by default here. */
  readonly lfcMetrics: boolean;
  readonly lfcToMemoryRatio: number;
  readonly lfcWindowSizeMinutes: number;
  readonly lfcMinWaitBeforeDownscaleMinutes: number;
  readonly lfcUseLargestWindow: boolean;
  readonly lfcMetricsEveryMs: number;
  /** The time of a step down, which is a round trip. It is an assumption, because the service does not state it. */
  readonly downscaleStepMs: number;
  readonly deniedDownscaleRetryMs: number;
  readonly memoryPressureUpscaleEveryMs: number;
}

export const DEFAULT_AUTOSCALER: AutoscalerConfig = {
  loadAverageFractionTarget: 0.9,
  memoryUsageFractionTarget: 0.75,
  memoryTotalFractionTarget: 0.9,
  cpuStableZoneRatio: 0,
  cpuMixedZoneRatio: 0,
  lfcMetrics: true,
  lfcToMemoryRatio: 0.75,
  lfcWindowSizeMinutes: 5,
  lfcMinWaitBeforeDownscaleMinutes: 5,
  lfcUseLargestWindow: false,
  lfcMetricsEveryMs: 20_000,
  downscaleStepMs: 1000,
  deniedDownscaleRetryMs: 5000,
  memoryPressureUpscaleEveryMs: 1000,
};
