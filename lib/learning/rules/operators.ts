import type { RuleOperator } from "./schema";

const COMPARISONS: Record<RuleOperator, (rank: number, bound: number) => boolean> = {
  gte: (rank, bound) => rank >= bound,
  gt: (rank, bound) => rank > bound,
  eq: (rank, bound) => rank === bound,
  lte: (rank, bound) => rank <= bound,
  lt: (rank, bound) => rank < bound,
};

/**
 * Whether a grade of this rank meets a requirement. `rank` is null for a student without a grade, who meets no
 * requirement. The same rule in SQL is `meetsRequirementSql` in lib/learning/eligibility/queries.ts.
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

/** Returns the words of an operator, to be followed by the value. */
export const operatorText = (operator: RuleOperator): string => OPERATOR_TEXTS[operator];
