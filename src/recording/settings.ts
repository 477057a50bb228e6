/** How a recording goes. */
export interface RecordSettings {
  readonly everyMs: number;
  /** It ends by itself after this time; null: when it is told to. */
  readonly forMs: number | null;
  /** `gentle` lets the compute fall asleep, `always` keeps it awake. */
  readonly manner: 'gentle' | 'always';
  /** The compute sleeps after so long without activity. */
  readonly suspendAfterMs: number;
  /** Gentle: it goes on asking while others were active within this time. */
  readonly latelyMs: number;
  /** Gentle: once quiet, it asks again after this time, which may wake the compute; null: never. */
  readonly lookAgainMs: number | null;
}

/** What the management API tells of a compute. Looking there wakes nothing. */
export interface ComputeView {
  readonly isAwake: boolean;
  /** When it was last active, in the API's own words; null where it says nothing. */
  readonly lastActive: string | null;
}
