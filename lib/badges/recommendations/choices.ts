/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

export const RECOMMENDATION_TYPES = [
  "badge",
  "information",
  "education",
  "employment",
  "participation",
  "offer",
] as const;
