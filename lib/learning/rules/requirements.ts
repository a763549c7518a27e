import { parseGrade, parseMinimum } from "@/lib/learning/gradables/grade-types";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import type { RequirementInput, RuleOperator } from "./schema";

/** A requirement as it is stored. `rank` is the number of `value`, with which grades are compared. */
export type Requirement = { gradableId: number; operator: RuleOperator; value: string; rank: number };

/** For a gradable of type `pass`: either result meets it (specification, "Gradable callbacks"). */
const ANY_OUTCOME = "Pass or Fail";

function buildAnyOutcome(operator: RuleOperator): Pick<Requirement, "operator" | "value" | "rank"> | null {
  if (operator !== "gte" && operator !== "eq") return null;
  // Both results are at least the lowest one, so `gte` with rank 0 always holds.
  return { operator: "gte", value: ANY_OUTCOME, rank: 0 };
}

function parseComparison(callback: GradableCallback, { operator, value }: RequirementInput) {
  if (callback === "pass" && parseMinimum(callback, value) === ANY_OUTCOME) return buildAnyOutcome(operator);
  const grade = parseGrade(callback, value);
  return grade && { operator, value: grade.score, rank: grade.rank };
}

/**
 * Parses a requirement for a gradable of this type; null when its value is of another type (specification, "The value
 * must be of the grade type of the gradable"). The value is normalized.
 */
export function parseRequirement(callback: GradableCallback, input: RequirementInput): Requirement | null {
  const requirement = parseComparison(callback, input);
  return requirement && { gradableId: input.grade_object_id, ...requirement };
}
