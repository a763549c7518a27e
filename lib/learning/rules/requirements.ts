import { parseGrade, parseMinimum } from "@/lib/learning/gradables/grade-types";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import type { RequirementInput, RuleOperator } from "./schema";

/** A requirement as it is kept: `rank` is the number that `value` stands for, by which grades are compared with it. */
export type Requirement = { gradableId: number; operator: RuleOperator; value: string; rank: number };

/** Of a gradable of type `pass`: either outcome will do (specification, "Gradable callbacks"). */
const ANY_OUTCOME = "Pass or Fail";

function buildAnyOutcome(operator: RuleOperator): Pick<Requirement, "operator" | "value" | "rank"> | null {
  if (operator !== "gte" && operator !== "eq") return null;
  // Both outcomes equal it, and the lowest of them is at least it.
  return { operator: "gte", value: ANY_OUTCOME, rank: 0 };
}

function parseComparison(callback: GradableCallback, { operator, value }: RequirementInput) {
  if (callback === "pass" && parseMinimum(callback, value) === ANY_OUTCOME) return buildAnyOutcome(operator);
  const grade = parseGrade(callback, value);
  return grade && { operator, value: grade.score, rank: grade.rank };
}

/**
 * A requirement of a gradable of this type, or null when its value is of another one (specification, "The value must be of
 * the grade type of the gradable"). A value is kept in its one spelling.
 */
export function parseRequirement(callback: GradableCallback, input: RequirementInput): Requirement | null {
  const requirement = parseComparison(callback, input);
  return requirement && { gradableId: input.grade_object_id, ...requirement };
}
