/** An answer that is no success, as the service gave it; or that there was none. */
export class ApiFailure extends Error {
  /** 0: the service was not reached. */
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

  /** Asking again by itself would get the same answer. */
  get isFinal(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 404;
  }

  /** The same wish may be granted a moment later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 423 || this.status === 429 || this.status >= 500;
  }
}

export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure(0, 'CONSOLE_FAULT', error instanceof Error ? error.message : String(error), '');
}
