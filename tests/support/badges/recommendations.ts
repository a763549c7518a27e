import { serial } from "../builders";

export const PATH = "/recommendations";
export const ADDRESS = "https://example.org/next";

/** The body of a recommendation for a badge template. */
export const toTemplate = (id: string, changes: Record<string, unknown> = {}) => ({
  type: "badge",
  recommended_badge_template_id: id,
  ...changes,
});

/** The body of a recommendation for a web address. */
export const toAddress = (changes: Record<string, unknown> = {}) => ({
  type: "offer",
  title: `Offer ${serial()}`,
  activity_url: ADDRESS,
  ...changes,
});

/** The fields that a 422 response names. */
export const fieldsOf = (data: { errors: { field: string }[] }) => data.errors.map(({ field }) => field);
