import type { LaunchRequirement } from "@/lib/learning/launch/schema";

type Operator = LaunchRequirement["operator"];

const POINTS: Record<Operator, (value: string) => string> = {
  gte: (value) => `at least ${value} points`,
  gt: (value) => `more than ${value} points`,
  eq: (value) => `exactly ${value} points`,
  lte: (value) => `at most ${value} points`,
  lt: (value) => `fewer than ${value} points`,
};

const LETTERS: Record<Operator, (value: string) => string> = {
  gte: (value) => (value === "A" ? "an A" : `${value} or better`),
  gt: (value) => `better than ${value}`,
  eq: (value) => `exactly ${value}`,
  lte: (value) => (value === "F" ? "an F" : `${value} or lower`),
  lt: (value) => `lower than ${value}`,
};

/** Operators of grades that are either there or not: the first three ask for the value, the others for less. */
const isAsked = (operator: Operator): boolean => operator !== "lte" && operator !== "lt";

/** What a requirement asks for, in the words of its kind of grade. */
export function neededWords({ callback, operator, value }: LaunchRequirement): string {
  switch (callback) {
    case "points":
      return POINTS[operator](value);
    case "letterGrade":
      return LETTERS[operator](value);
    case "complete":
      return isAsked(operator) ? "completed" : "not completed";
    case "pass":
      // "Pass or Fail" asks for either result (specification, "Gradable callbacks").
      if (value === "Pass or Fail") return "passed or failed";
      return isAsked(operator) ? "passed" : "not passed";
  }
}

/** What the learner has so far. */
export function scoreWords({ callback, score }: LaunchRequirement): string {
  if (score === null) return callback === "complete" ? "not yet" : "no grade yet";
  return callback === "points" ? `${score} ${score === "1" ? "point" : "points"}` : score;
}
