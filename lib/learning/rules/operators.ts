import type { RuleOperator } from "./schema";

const COMPARISONS: Record<RuleOperator, (rank: number, bound: number) => boolean> = {
  gte: (rank, bound) => rank >= bound,
  gt: (rank, bound) => rank > bound,
  eq: (rank, bound) => rank === bound,
  lte: (rank, bound) => rank <= bound,
  lt: (rank, bound) => rank < bound,
};

/**
 * Whether a grade of this rank meets what an operator asks of it; `rank` is null for a student without a grade, who
 * meets nothing, whatever the operator. `meets` in lib/learning/eligibility/queries.ts says the same in SQL.
 */
export const isMet = (operator: RuleOperator, rank: number | null, bound: number): boolean =>
  rank !== null && COMPARISONS[operator](rank, bound);

const OPERATOR_TEXTS: Record<RuleOperator, string> = {
  gte: "at least",
  gt: "more than",
  eq: "exactly",
  lte: "at most",
  lt: "less than",
};

/** The words of an operator, before the value that it compares with. */
export const operatorText = (operator: RuleOperator): string => OPERATOR_TEXTS[operator];
