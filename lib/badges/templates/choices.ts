/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

export const ACTIVITY_TYPES = [
  "Award",
  "Badge",
  "Course",
  "Assessment",
  "Professional Experience",
  "Schedule / Registration",
] as const;
export const LEVELS = ["Foundational", "Intermediate", "Advanced"] as const;
