/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

export const RECOMMENDATION_TYPES = [
  "badge",
  "information",
  "education",
  "employment",
  "participation",
  "offer",
] as const;
