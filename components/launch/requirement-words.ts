import type { useTranslations } from "next-intl";
import type { LaunchRequirement } from "@/lib/learning/launch/schema";

type Translate = ReturnType<typeof useTranslations<"launch.requirement">>;
type Operator = LaunchRequirement["operator"];

/** Whether an operator requires the value of a yes-or-no grade: `gte`, `gt` and `eq` do. */
const isAsked = (operator: Operator): boolean => operator !== "lte" && operator !== "lt";

/** Replaces "or better" and "or lower" by "exactly" for the best and the worst letter. */
const letterOperator = (operator: Operator, value: string): Operator =>
  (operator === "gte" && value === "A") || (operator === "lte" && value === "F") ? "eq" : operator;

/** Formats what a requirement demands, by its kind of grade. */
export function neededWords({ callback, operator, value }: LaunchRequirement, t: Translate): string {
  switch (callback) {
    case "points":
      return t("points_needed", { operator, value: Number(value) });
    case "letterGrade":
      return t("letter_needed", { operator: letterOperator(operator, value), value });
    case "complete":
      return t(isAsked(operator) ? "completed" : "not_completed");
    case "pass":
      // "Pass or Fail" asks for either result (specification, "Gradable callbacks").
      if (value === "Pass or Fail") return t("passed_or_failed");
      return t(isAsked(operator) ? "passed" : "not_passed");
  }
}

/** Message keys of grades that are words, as the specification spells them. */
const OUTCOMES = {
  Completed: "completed",
  Pass: "passed",
  Fail: "failed",
  Incomplete: "not_completed",
} as const;
const isOutcome = (score: string): score is keyof typeof OUTCOMES => Object.hasOwn(OUTCOMES, score);

/** Formats the learner's score. */
export function scoreWords({ callback, score }: LaunchRequirement, t: Translate): string {
  if (score === null) return t(callback === "complete" ? "not_yet" : "no_grade");
  if (callback === "points") return t("points", { value: Number(score) });
  return isOutcome(score) ? t(OUTCOMES[score]) : score;
}
