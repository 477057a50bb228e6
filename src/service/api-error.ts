/** An error answer: a call that is wrong, or that cannot be done now. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(status: ErrorStatus, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 409
  | 412
  | 413
  | 415
  | 421
  | 422
  | 423
  | 429
  | 500
  | 501
  | 503;

export function notFound(what: string, id: string): ApiError {
  return new ApiError(404, 'NOT_FOUND', `there is no ${what} ${id}`);
}

export function forbidden(message: string): ApiError {
  return new ApiError(403, 'FORBIDDEN', message);
}

export function invalid(message: string, code = 'INVALID_REQUEST'): ApiError {
  return new ApiError(422, code, message);
}

/** Refuses a change while another one is under way. The caller can safely try again. */
export function locked(what: string): ApiError {
  return new ApiError(
    423,
    'CONFLICTING_OPERATION',
    `${what} is being changed already; try again when its operations have finished`,
  );
}
