/** An error answer of the service, or no answer at all. */
export class ApiFailure extends Error {
  /** 0 if the service did not answer. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string;

  constructor(status: number, code: string, message: string, requestId: string) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }

  /** Whether the same request would fail again, so that the console does not repeat it by itself. */
  get isFinal(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 404;
  }

  /** Whether the same request may succeed a moment later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 423 || this.status === 429 || this.status >= 500;
  }
}

export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure(0, 'CONSOLE_FAULT', error instanceof Error ? error.message : String(error), '');
}
