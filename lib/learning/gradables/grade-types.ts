import type { GradableCallback } from "./schema";

/** A grade: `score` is the normalized text, `rank` the number by which grades of one type are compared. */
export type Grade = { score: string; rank: number };

const LETTER_RANKS: Record<string, number> = { A: 4, B: 3, C: 2, D: 1, F: 0 };
/** What `+` adds to a letter's rank and `-` subtracts: a third, so that A- is between B+ and A. */
const SIGN_STEP = 0.333;

const MAX_POINTS = 1_000_000;
const MAX_MINIMUM_POINTS = 1_000;

/** Rounds to the six decimals that ranks are stored with. */
const roundRank = (value: number): number => Math.round(value * 1e6) / 1e6 || 0;

function parseLetterGrade(text: string): Grade | null {
  const score = text.toUpperCase();
  if (!/^([A-D][+-]?|F)$/.test(score)) return null;
  const rank = LETTER_RANKS[score.charAt(0)] ?? 0;
  const sign = score.charAt(1);
  if (sign === "") return { score, rank };
  return { score, rank: roundRank(sign === "+" ? rank + SIGN_STEP : rank - SIGN_STEP) };
}

/** Parses a decimal number without exponent, thousands separator or `%`: a percentage does not say how many points. */
function parsePoints(text: string): Grade | null {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return null;
  const rank = roundRank(Number(text));
  return Math.abs(rank) < MAX_POINTS ? { score: String(rank), rank } : null;
}

/** Creates a parser for one of these words, in any case. The lowest grade comes first. */
const createWordParser =
  (...words: string[]) =>
  (text: string): Grade | null => {
    const rank = words.findIndex((word) => word.toLowerCase() === text.toLowerCase());
    const score = words[rank];
    return score === undefined ? null : { score, rank };
  };

const GRADE_PARSERS: Record<GradableCallback, (text: string) => Grade | null> = {
  letterGrade: parseLetterGrade,
  points: parsePoints,
  complete: createWordParser("Incomplete", "Completed"),
  pass: createWordParser("Fail", "Pass"),
};

/**
 * Parses a grade for a gradable of this type and normalizes its text: letters `A` to `D` with or without `+` and `-`,
 * and `F`; numbers below a million, with at most six decimals; `Completed`, `Incomplete`; `Pass`, `Fail`. Null when the
 * text is not a grade of this type.
 */
export const parseGrade = (callback: GradableCallback, text: string): Grade | null =>
  GRADE_PARSERS[callback](text.trim());

/** Lists every normalized text that this input can be stored as, for any type of gradable. */
export const listGradeSpellings = (text: string): string[] => [
  ...new Set(Object.values(GRADE_PARSERS).flatMap((read) => read(text.trim())?.score ?? [])),
];

const MINIMUM_CHECKS: Record<GradableCallback, (grade: Grade) => boolean> = {
  letterGrade: ({ score }) => score.length === 1,
  points: ({ rank }) => rank >= 0 && rank <= MAX_MINIMUM_POINTS,
  complete: ({ rank }) => rank === 1,
  pass: ({ rank }) => rank === 1,
};

/** A `pass` gradable may accept either result. */
const ANY_OUTCOME = "Pass or Fail";

/**
 * Parses and normalizes a `min_pass_requirement` of this type (specification, "Gradable callbacks and
 * `min_pass_requirement`"): a letter without sign, points from 0 to 1000, `Completed`, `Pass` or `Pass or Fail`. Null
 * for anything else.
 */
export function parseMinimum(callback: GradableCallback, text: string): string | null {
  if (callback === "pass" && text.trim().toLowerCase() === ANY_OUTCOME.toLowerCase()) return ANY_OUTCOME;
  const grade = parseGrade(callback, text);
  return grade && MINIMUM_CHECKS[callback](grade) ? grade.score : null;
}
