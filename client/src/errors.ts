/** What is wrong with one field of a request. */
export type FieldError = { field: string; code: string; message: string };

type ErrorEnvelope = { data?: { message?: string; code?: string; errors?: FieldError[] } };

/** A response with an error status. Its texts come from the server. */
export class BadgesApiError extends Error {
  override name = "BadgesApiError";
  readonly status: number;
  /** The error code of the service, for example `validation_failed`. */
  readonly code: string;
  readonly errors: FieldError[];
  /** `X-Request-Id`: include it when you report a problem. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: ErrorEnvelope | null) {
    const { message, code, errors } = body?.data ?? {};
    super(message ?? `The server answered with status ${response.status}.`);
    this.status = response.status;
    this.code = code ?? `status_${response.status}`;
    this.errors = errors ?? [];
    this.requestId = response.headers.get("x-request-id");
    this.retryAfter = readRetryAfter(response);
  }
}

/** No response: the server could not be reached, the connection was cut, or the time-out has passed. */
export class BadgesConnectionError extends Error {
  override name = "BadgesConnectionError";
}

/** Reads `Retry-After`, which is a number of seconds or a date. Returns null without one. */
export function readRetryAfter(response: Response): number | null {
  const text = response.headers.get("retry-after");
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}

/** Reads the error of a response. Bodies that are not JSON, for example of a proxy, are left out. */
export async function readApiError(response: Response): Promise<BadgesApiError> {
  const body = (await response.json().catch(() => null)) as ErrorEnvelope | null;
  return new BadgesApiError(response, body);
}
