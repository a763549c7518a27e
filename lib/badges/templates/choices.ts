/** Choices for forms, as plain data: importing the schemas would bring zod into the browser. */

export const ACTIVITY_TYPES = [
  "Award",
  "Badge",
  "Course",
  "Assessment",
  "Professional Experience",
  "Schedule / Registration",
] as const;
export const LEVELS = ["Foundational", "Intermediate", "Advanced"] as const;
