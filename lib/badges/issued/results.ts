import { z } from "zod";
import { nullable } from "@/lib/kernel/fields";
import type { Prisma } from "@/prisma/generated/client";

/** What a result of a badge is (Open Badges 3.0, "ResultType Enumeration"), of those that rules measure. */
const RESULT_TYPES = ["LetterGrade", "RawScore", "Status", "Result"] as const;

/**
 * What the earner reached, as a rule of the learning edition measured it when it awarded the badge. `value` is a letter,
 * points, `Completed` or `Incomplete` (`Status`), `Pass` or `Fail` (`Result`). `required_value` is the least that the rule
 * required, null when it required no least value.
 */
export const BadgeResult = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    type: z.enum(RESULT_TYPES),
    value: z.string(),
    required_value: nullable(),
  })
  .meta({ id: "BadgeResult" });
export type BadgeResult = z.infer<typeof BadgeResult>;

/** Returns the results column, JSON that only this domain writes. Most badges have no results. */
export const badgeResults = ({ results }: { results: Prisma.JsonValue }): BadgeResult[] =>
  (results ?? []) as BadgeResult[];
