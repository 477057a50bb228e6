/** The fields of answers that the console reads. Contract tests check the service's answers against its description. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly created_by: { readonly name: string };
  readonly last_used_at: string | null;
  readonly last_used_from_addr: string;
  readonly project_id?: string;
}

export interface NewApiKey {
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly region_id: string;
  readonly pg_version: number;
  readonly created_at: string;
  readonly compute_last_active_at?: string;
  readonly cpu_used_sec: number;
}

export interface ProjectList {
  readonly projects: readonly Project[];
  readonly pagination?: { readonly cursor: string };
}

export interface Region {
  readonly region_id: string;
  readonly name: string;
  readonly default: boolean;
}

export interface Branch {
  readonly id: string;
  readonly name: string;
  readonly parent_id?: string;
  readonly default: boolean;
  readonly protected: boolean;
  readonly created_at: string;
  readonly compute_time_seconds: number;
}

type ComputeType = 'read_write' | 'read_only';
export type ComputeState = 'init' | 'active' | 'idle';

export interface Endpoint {
  readonly id: string;
  readonly name?: string;
  readonly branch_id: string;
  readonly type: ComputeType;
  readonly host: string;
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
  readonly current_state: ComputeState;
  readonly pending_state?: ComputeState;
  readonly pooler_enabled: boolean;
  readonly disabled: boolean;
  readonly suspend_timeout_seconds: number;
  readonly last_active?: string;
}

export interface Operation {
  readonly id: string;
  readonly endpoint_id?: string;
  readonly action: string;
  readonly status: 'scheduling' | 'running' | 'finished' | 'failed' | 'cancelled';
  readonly error?: string;
  readonly failures_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly total_duration_ms: number;
}

export interface Role {
  readonly name: string;
}

export interface Database {
  readonly name: string;
  readonly owner_name: string;
}

/** From here on: answers of the control API. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface ClockView {
  readonly now: string;
  readonly mode: string;
  readonly next_event_at: string | null;
}

export interface ComputeDetails {
  readonly id: string;
  readonly size_cu: number;
  readonly connections: number;
  readonly waiting: number;
  readonly busy: number;
  readonly max_connections: number;
  readonly sessions: readonly ComputeSession[];
  readonly load: { readonly vcpu: number; readonly connections: number };
}

export interface ComputeSession {
  readonly id: string;
  readonly pooled: boolean;
  /** Whether a real client holds the session, so that the console cannot make it run queries. */
  readonly outside: boolean;
  readonly opened_at: string;
  readonly doing: 'idle' | 'waiting' | 'running';
  /** Null if the time is unknown. */
  readonly busy_until: string | null;
}

export type ConnectOutcome =
  | { readonly id: string; readonly state: 'connected' | 'waiting' | 'dropped' }
  | { readonly id: string; readonly state: 'refused'; readonly sqlstate: string; readonly message: string };

export interface StateChange {
  readonly at: string;
  /** Null if the compute was deleted. */
  readonly state: ComputeState | null;
  readonly pending: ComputeState | null;
  readonly cu: number;
  readonly reason: string;
}

/** An entry of the event stream. */
export interface StreamEvent extends StateChange {
  readonly computeId: string;
}

/** The latest changes of one compute, oldest first. */
export interface RecentChanges {
  readonly events: readonly StateChange[];
}

/** The sizes of the fact set, which are served beside the pages. */
export interface SizeFacts {
  readonly listedCu: readonly number[];
  readonly autoscalingHighestCu: number;
  /** By size: `1`, or `0.25-2` for a range. */
  readonly maxConnections: Readonly<Record<string, number>>;
}
