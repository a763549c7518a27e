import type { GradableCallback } from "@/lib/learning/gradables/schema";
import type { RuleOperator } from "@/lib/learning/rules/schema";

/** The labels of the types of gradables. */
export const CALLBACK_LABELS: Record<GradableCallback, string> = {
  points: "Points",
  letterGrade: "Letter grade",
  complete: "Completion",
  pass: "Pass or fail",
};

type OperatorChoice = { value: RuleOperator; label: string };

const ALL_OPERATORS: OperatorChoice[] = [
  { value: "gte", label: "at least" },
  { value: "gt", label: "more than" },
  { value: "eq", label: "exactly" },
  { value: "lte", label: "at most" },
  { value: "lt", label: "less than" },
];

const LETTER_OPERATORS: OperatorChoice[] = [
  { value: "gte", label: "at least" },
  { value: "gt", label: "better than" },
  { value: "eq", label: "exactly" },
  { value: "lte", label: "at most" },
  { value: "lt", label: "worse than" },
];

/** Outcomes have only "is". A learning system may have stored another operator, such as "at least". */
const OUTCOME_OPERATORS: OperatorChoice[] = [{ value: "eq", label: "is" }];

/** Returns the operators for grades of this type, including the one that the rule already has. */
export function operatorChoices(callback: GradableCallback, storedOperator: RuleOperator): OperatorChoice[] {
  if (callback === "points") return ALL_OPERATORS;
  if (callback === "letterGrade") return LETTER_OPERATORS;
  const storedChoice = ALL_OPERATORS.filter(({ value }) => value === storedOperator && value !== "eq");
  return [...OUTCOME_OPERATORS, ...storedChoice];
}

const LETTERS = ["A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F"];

/** Returns the possible grades, best first; null if grades are numbers. */
export function gradeChoices(callback: GradableCallback): string[] | null {
  switch (callback) {
    case "points":
      return null;
    case "letterGrade":
      return LETTERS;
    case "complete":
      return ["Completed", "Incomplete"];
    case "pass":
      return ["Pass", "Fail", "Pass or Fail"];
  }
}
