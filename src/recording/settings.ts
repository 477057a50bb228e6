export interface RecordSettings {
  readonly everyMs: number;
  /** How long to record. Null: until the user stops it. */
  readonly forMs: number | null;
  /** `gentle` lets the compute go to sleep, `always` keeps it awake. */
  readonly manner: 'gentle' | 'always';
  /** The scale-to-zero timeout of the compute. */
  readonly suspendAfterMs: number;
  /** In gentle manner, questions continue while others were active within this time. */
  readonly latelyMs: number;
  /**
   * In gentle manner, the next question comes this long after others became inactive, and may wake the compute. Null:
   * none comes.
   */
  readonly lookAgainMs: number | null;
}

/** The management API's report about a compute. Asking the API wakes nothing. */
export interface ComputeView {
  readonly isAwake: boolean;
  /** The time of its last activity, as the API writes it. Null if the API does not say. */
  readonly lastActive: string | null;
}
