import { randomStream } from '../../workload/index.ts';
import { ApiError, type ErrorStatus } from '../api-error.ts';
import type { Service } from '../service.ts';

/** A rule that makes calls fail or slows them down: which calls, how often, and how. */
export interface FaultRule {
  readonly id: string;
  /** Null matches every method or path. A path may have stars: `/projects/*`. */
  readonly method: string | null;
  readonly path: string | null;
  readonly probability: number;
  /** By the wall clock. */
  readonly delayMs: number;
  /** Null if the call is only slowed down. */
  readonly error: { readonly status: ErrorStatus; readonly code: string; readonly message: string } | null;
}

/** The rules that are in force. They are not saved, so they end with the process. */
export class InjectedFaults {
  private list: readonly FaultRule[] = [];
  private drawCount = 0;

  get rules(): readonly FaultRule[] {
    return this.list;
  }

  set(rules: readonly FaultRule[]): void {
    this.list = rules;
    this.drawCount = 0;
  }

  /** Applies the first rule that matches a call and whose draw hits: waits, and throws the rule's error, if any. */
  async apply(service: Service, method: string, path: string): Promise<void> {
    for (const rule of this.list) {
      if (!fits(rule, method, path)) continue;
      if (randomStream(service.world.seed, `fault/${this.drawCount++}`)() >= rule.probability) continue;
      if (rule.delayMs > 0) await service.ports.sleep(rule.delayMs);
      if (rule.error !== null) throw new ApiError(rule.error.status, rule.error.code, rule.error.message);
      return;
    }
  }
}

function fits(rule: FaultRule, method: string, path: string): boolean {
  if (rule.method !== null && rule.method !== method) return false;
  return rule.path === null || matches(rule.path.split('*'), path);
}

/** Whether a path has the parts between the stars in their order, the first at its start and the last at its end. */
function matches(parts: readonly string[], path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return path === first;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = rest.at(-1) ?? '';
  return path.length - at >= last.length && path.endsWith(last);
}
