import type { GradableCallback } from "@/lib/learning/gradables/schema";
import { operatorText } from "./operators";
import type { RuleOperator } from "./schema";

type Requirement = {
  operator: RuleOperator;
  value: string;
  gradable: { name: string; callback: GradableCallback };
};

/** Results that are either reached or not: a description must not say "at least Completed". */
const OUTCOMES = new Set(["Completed", "Pass", "Pass or Fail"]);

function formatComparison({ operator, value, gradable: { callback } }: Requirement): string {
  switch (callback) {
    case "letterGrade":
      return `${operatorText(operator)} ${value}`;
    case "points":
      return `${operatorText(operator)} ${value} ${value === "1" ? "point" : "points"}`;
    case "complete":
    case "pass":
      return (operator === "gte" || operator === "eq") && OUTCOMES.has(value)
        ? value
        : `${operatorText(operator)} ${value}`;
  }
}

const formatRequirement = (requirement: Requirement): string =>
  `${formatComparison(requirement)} in ${requirement.gradable.name}`;

type Rule = { description: string | null; requirements: Requirement[] };

/** Formats a rule: in its author's words, or else its requirements, all of which must be met. */
export const formatRule = ({ description, requirements }: Rule): string =>
  description ?? requirements.map(formatRequirement).join(" and ");

/** Formats the rules of a badge, one of which must be met; empty when there are none. */
export const formatRules = (rules: Rule[]): string =>
  rules
    .map((rule) => {
      const isLong = rules.length > 1 && rule.description === null && rule.requirements.length > 1;
      return isLong ? `(${formatRule(rule)})` : formatRule(rule);
    })
    .join(" or ");
