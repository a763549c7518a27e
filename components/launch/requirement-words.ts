import type { useTranslations } from "next-intl";
import type { LaunchRequirement } from "@/lib/learning/launch/schema";

type Translate = ReturnType<typeof useTranslations<"launch.requirement">>;
type Operator = LaunchRequirement["operator"];

/** Operators of grades that are either there or not: the first three ask for the value, the others for less. */
const isAsked = (operator: Operator): boolean => operator !== "lte" && operator !== "lt";

/** The best and the worst letter need no "or better". */
const letterOperator = (operator: Operator, value: string): Operator =>
  (operator === "gte" && value === "A") || (operator === "lte" && value === "F") ? "eq" : operator;

/** What a requirement asks for, in the words of its kind of grade. */
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

/** The grades that are words, as the specification spells them. */
const OUTCOMES = {
  Completed: "completed",
  Pass: "passed",
  Fail: "failed",
  Incomplete: "not_completed",
} as const;
const isOutcome = (score: string): score is keyof typeof OUTCOMES => Object.hasOwn(OUTCOMES, score);

/** What the learner has so far. */
export function scoreWords({ callback, score }: LaunchRequirement, t: Translate): string {
  if (score === null) return t(callback === "complete" ? "not_yet" : "no_grade");
  if (callback === "points") return t("points", { value: Number(score) });
  return isOutcome(score) ? t(OUTCOMES[score]) : score;
}
