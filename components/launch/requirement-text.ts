import type { useTranslations } from "next-intl";
import type { LaunchRequirement } from "@/lib/learning/learner-page/schema";

type Translate = ReturnType<typeof useTranslations<"launch.requirement">>;
type Operator = LaunchRequirement["operator"];

/** Whether an operator requires the value of a yes-or-no grade: `gte`, `gt` and `eq` do. */
const requiresValue = (operator: Operator): boolean => operator !== "lte" && operator !== "lt";

/** Replaces "or better" and "or lower" by "exactly" for the best and the worst letter. */
const simplifyLetterOperator = (operator: Operator, value: string): Operator =>
  (operator === "gte" && value === "A") || (operator === "lte" && value === "F") ? "eq" : operator;

/** Formats what a requirement demands, by its kind of grade. */
export function formatRequirement({ callback, operator, value }: LaunchRequirement, t: Translate): string {
  switch (callback) {
    case "points":
      return t("points_needed", { operator, value: Number(value) });
    case "letterGrade":
      return t("letter_needed", { operator: simplifyLetterOperator(operator, value), value });
    case "complete":
      return t(requiresValue(operator) ? "completed" : "not_completed");
    case "pass":
      // "Pass or Fail" asks for either result (specification, "Gradable callbacks").
      if (value === "Pass or Fail") return t("passed_or_failed");
      return t(requiresValue(operator) ? "passed" : "not_passed");
  }
}

/** Message keys of grades that are words, as the specification spells them. */
const RESULT_MESSAGES = {
  Completed: "completed",
  Pass: "passed",
  Fail: "failed",
  Incomplete: "not_completed",
} as const;
const isResult = (score: string): score is keyof typeof RESULT_MESSAGES =>
  Object.hasOwn(RESULT_MESSAGES, score);

/** Formats a score. */
export function formatScore(
  { callback, score }: Pick<LaunchRequirement, "callback" | "score">,
  t: Translate,
): string {
  if (score === null) return t(callback === "complete" ? "not_yet" : "no_grade");
  if (callback === "points") return t("points", { value: Number(score) });
  return isResult(score) ? t(RESULT_MESSAGES[score]) : score;
}
