import { z } from "zod";

/** How a grade is written and compared (specification, "Gradable callbacks"); only these exist. */
export const GradableCallback = z.enum(["letterGrade", "points", "complete", "pass"]);
export type GradableCallback = z.infer<typeof GradableCallback>;
