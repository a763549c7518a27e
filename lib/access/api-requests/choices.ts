/** How long requests are stored. */
export const KEPT_DAYS = 7;

export const REQUEST_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The values of the filter for statuses. `error` is every status from 400. */
export const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx", "error"] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];
