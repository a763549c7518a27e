import type { BadgeResult } from "@/lib/badges/issued/schema";
import { newId } from "@/lib/kernel/ids";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import type { RuleOperator } from "@/lib/learning/rules/schema";

/** A grade that met a requirement of a rule. `rank` is the number of `required`. */
export type MeasuredGrade = {
  gradableId: number;
  name: string;
  callback: GradableCallback;
  score: string;
  operator: RuleOperator;
  required: string;
  rank: number;
};

const RESULT_TYPES: Record<GradableCallback, BadgeResult["type"]> = {
  letterGrade: "LetterGrade",
  points: "RawScore",
  complete: "Status",
  pass: "Result",
};

/** For gradables of the type `pass`: a requirement that either result meets. */
const ANY_OUTCOME = "Pass or Fail";

/** Whether a requirement names a least value. "More than" names one that is not enough. */
const hasLeastValue = ({ operator, required }: MeasuredGrade): boolean =>
  (operator === "gte" || operator === "eq") && required !== ANY_OUTCOME;

/** Returns the highest of the least values; null when there is none. */
const leastValue = (grades: MeasuredGrade[]): string | null =>
  grades.filter(hasLeastValue).toSorted((one, other) => other.rank - one.rank)[0]?.required ?? null;

/** Builds the results of a badge: one for each gradable, in the order of the rule, however many requirements name it. */
export function buildResults(grades: MeasuredGrade[]): BadgeResult[] {
  const firstByGradable = new Map(grades.toReversed().map((grade) => [grade.gradableId, grade]));
  return grades
    .filter((grade) => firstByGradable.get(grade.gradableId) === grade)
    .map(({ gradableId, name, callback, score: value }) => ({
      id: newId(),
      name,
      type: RESULT_TYPES[callback],
      value,
      required_value: leastValue(grades.filter((grade) => grade.gradableId === gradableId)),
    }));
}
