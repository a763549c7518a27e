import { nextSerial } from "../builders";

export const PATH = "/recommendations";
export const ACTIVITY_URL = "https://example.org/next";

/** The body of a recommendation for a badge template. */
export const badgeRecommendationBody = (id: string, changes: Record<string, unknown> = {}) => ({
  type: "badge",
  recommended_badge_template_id: id,
  ...changes,
});

/** The body of a recommendation for a web address. */
export const urlRecommendationBody = (changes: Record<string, unknown> = {}) => ({
  type: "offer",
  title: `Offer ${nextSerial()}`,
  activity_url: ACTIVITY_URL,
  ...changes,
});

/** The fields that a 422 response names. */
export const errorFields = (data: { errors: { field: string }[] }) => data.errors.map(({ field }) => field);
