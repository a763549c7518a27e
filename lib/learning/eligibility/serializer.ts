import type { EvaluationProgress, CountedPreview } from "./organization-service";
import type { EvaluationResult, RulePreview, StudentCount } from "./schema";

export const presentStudentCount = (count: number): StudentCount => ({ student_count: count });

export const presentPreview = ({ totals, rules, ...found }: CountedPreview): RulePreview => ({
  total: found.total,
  awarded: found.awarded,
  students: found.students,
  rules: Array.from({ length: rules }, (_, place) => ({ total: totals[place] ?? 0 })),
});

export const presentEvaluation = ({ issued, remaining, next }: EvaluationProgress): EvaluationResult => ({
  student_count: issued,
  remaining,
  next,
});
