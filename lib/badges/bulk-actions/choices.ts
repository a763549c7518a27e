export const BULK_ACTIONS = ["resend", "revoke", "delete"] as const;
export type BulkActionKind = (typeof BULK_ACTIONS)[number];

export const BULK_STATES = ["running", "done", "cancelled", "stopped"] as const;
export const BULK_ITEM_STATUSES = ["waiting", "done", "skipped", "failed"] as const;

/** Maximum badges of a bulk action: as many as the pages of a list reach, so that the number shown there is exact. */
export const MAX_BULK_BADGES = 10_000;
