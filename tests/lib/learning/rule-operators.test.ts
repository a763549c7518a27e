import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGrade } from "@/lib/learning/gradables/grade-types";
import type { GradableCallback } from "@/lib/learning/gradables/schema";
import { formatRule, formatRules } from "@/lib/learning/rules/description";
import { isMet, operatorText } from "@/lib/learning/rules/operators";
import { parseRequirement } from "@/lib/learning/rules/requirements";
import { OPERATOR_NAMES, RULE_OPERATORS, type RuleOperator } from "@/lib/learning/rules/schema";

const rank = () =>
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const ranks = fc.tuple(rank(), rank());

describe("operators", () => {
  it("have two names each", () => {
    expect(Object.entries(OPERATOR_NAMES)).toEqual([
      ["gte", "gte"],
      ["greaterThanOrEqualTo", "gte"],
      ["gt", "gt"],
      ["greaterThan", "gt"],
      ["eq", "eq"],
      ["equalTo", "eq"],
      ["lte", "lte"],
      ["lessThanOrEqualTo", "lte"],
      ["lt", "lt"],
      ["lessThan", "lt"],
    ]);
  });

  it("order all grades: for two of them, exactly one of lt, eq and gt is true", () => {
    fc.assert(
      fc.property(ranks, ([one, other]) => {
        const holding = (["lt", "eq", "gt"] as const).filter((operator) => isMet(operator, one, other));
        expect(holding).toHaveLength(1);
      }),
    );
  });

  it("gte is the opposite of lt, and lte of gt", () => {
    fc.assert(
      fc.property(ranks, ([one, other]) => {
        expect(isMet("gte", one, other)).toBe(!isMet("lt", one, other));
        expect(isMet("lte", one, other)).toBe(!isMet("gt", one, other));
      }),
    );
  });

  it("gte is gt or eq, and lte is lt or eq", () => {
    fc.assert(
      fc.property(ranks, ([one, other]) => {
        const equal = isMet("eq", one, other);
        expect(isMet("gte", one, other)).toBe(isMet("gt", one, other) || equal);
        expect(isMet("lte", one, other)).toBe(isMet("lt", one, other) || equal);
      }),
    );
  });

  it("are reversed when their sides are swapped", () => {
    fc.assert(
      fc.property(ranks, ([one, other]) => {
        expect(isMet("gt", one, other)).toBe(isMet("lt", other, one));
        expect(isMet("gte", one, other)).toBe(isMet("lte", other, one));
        expect(isMet("eq", one, other)).toBe(isMet("eq", other, one));
      }),
    );
  });

  it("are monotonic: a grade above a sufficient one is sufficient, and below it for lt and lte", () => {
    fc.assert(
      fc.property(rank(), rank(), rank(), (one, other, bound) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const carriesOn = (operator: RuleOperator, from: number, to: number) =>
          !isMet(operator, from, bound) || isMet(operator, to, bound);
        for (const operator of ["gte", "gt"] as const) expect(carriesOn(operator, low, high)).toBe(true);
        for (const operator of ["lte", "lt"] as const) expect(carriesOn(operator, high, low)).toBe(true);
      }),
    );
  });

  it("are not met without a grade, not even by low requirements", () => {
    fc.assert(
      fc.property(fc.constantFrom(...RULE_OPERATORS), rank(), (operator, bound) => {
        expect(isMet(operator, null, bound)).toBe(false);
      }),
    );
  });

  it.each<[RuleOperator, string]>([
    ["gte", "at least"],
    ["gt", "more than"],
    ["eq", "exactly"],
    ["lte", "at most"],
    ["lt", "less than"],
  ])("%s is written as %s", (operator, words) => {
    expect(operatorText(operator)).toBe(words);
  });
});

const asked = (operator: RuleOperator, value: string) => ({ grade_object_id: 7, operator, value });

describe("the value of a requirement", () => {
  it.each<[GradableCallback, string, string, number]>([
    ["letterGrade", "b", "B", 3],
    ["letterGrade", "A-", "A-", 3.667],
    ["points", "085.50", "85.5", 85.5],
    ["complete", "completed", "Completed", 1],
    ["pass", "PASS", "Pass", 1],
    ["pass", "Fail", "Fail", 0],
  ])("%s %j is stored as %s, of rank %d", (callback, text, value, expected) => {
    for (const operator of RULE_OPERATORS) {
      expect(parseRequirement(callback, asked(operator, text))).toEqual({
        gradableId: 7,
        operator,
        value,
        rank: expected,
      });
    }
  });

  it.each<[GradableCallback, string[]]>([
    ["letterGrade", ["95", "E", "Pass", ""]],
    ["points", ["A", "95%", "Completed", "1000000", "Infinity"]],
    ["complete", ["Pass", "Pass or Fail", "1", "A"]],
    ["pass", ["Completed", "60", "B"]],
  ])("%s accepts no value of another type: %j", (callback, texts) => {
    const stored = texts.map((text) => parseRequirement(callback, asked("gte", text)));
    expect(stored).toEqual(texts.map(() => null));
  });

  it("`Pass or Fail` is met by either result, and only required in this form", () => {
    for (const operator of ["gte", "eq"] as const) {
      const requirement = parseRequirement("pass", asked(operator, "pass or fail"));
      expect(requirement).toMatchObject({ operator: "gte", value: "Pass or Fail" });
      for (const score of ["Pass", "Fail"]) {
        const grade = parseGrade("pass", score);
        expect(isMet("gte", grade?.rank ?? null, requirement?.rank ?? Number.NaN)).toBe(true);
      }
    }
    for (const operator of ["gt", "lte", "lt"] as const) {
      expect(parseRequirement("pass", asked(operator, "Pass or Fail"))).toBeNull();
    }
  });

  it("compares letters and numbers as specified: A above B, 95 above 85", () => {
    const met = (callback: GradableCallback, score: string, operator: RuleOperator, value: string) =>
      isMet(
        operator,
        parseGrade(callback, score)?.rank ?? null,
        parseRequirement(callback, asked(operator, value))?.rank ?? Number.NaN,
      );
    expect(met("letterGrade", "A", "gt", "B")).toBe(true);
    expect(met("letterGrade", "F", "gte", "D")).toBe(false);
    expect(met("points", "95", "gt", "85")).toBe(true);
    expect(met("points", "100", "lt", "85")).toBe(false);
    expect(met("points", "85.0", "eq", "85")).toBe(true);
  });
});

const requirement = (operator: RuleOperator, value: string, callback: GradableCallback, name: string) => ({
  operator,
  value,
  gradable: { name, callback },
});
const essay = requirement("gte", "B", "letterGrade", "Essay");
const quiz = requirement("gt", "60", "points", "Quiz");
const lab = requirement("eq", "Completed", "complete", "Lab");

describe("a rule in words", () => {
  const words = (...requirements: (typeof essay)[]) => formatRule({ description: null, requirements });

  it.each([
    [essay, "at least B in Essay"],
    [quiz, "more than 60 points in Quiz"],
    [requirement("lte", "1", "points", "Errors"), "at most 1 point in Errors"],
    [lab, "Completed in Lab"],
    [requirement("lt", "Completed", "complete", "Lab"), "less than Completed in Lab"],
    [requirement("gte", "Pass", "pass", "Exam"), "Pass in Exam"],
    [requirement("gte", "Pass or Fail", "pass", "Exam"), "Pass or Fail in Exam"],
    [requirement("gte", "Fail", "pass", "Exam"), "at least Fail in Exam"],
    [requirement("eq", "A", "letterGrade", "Essay"), "exactly A in Essay"],
  ])("%j", (one, expected) => {
    expect(words(one)).toBe(expected);
  });

  it("lists all requirements, unless its author wrote a description", () => {
    expect(words(essay, quiz)).toBe("at least B in Essay and more than 60 points in Quiz");
    expect(formatRule({ description: "Do well.", requirements: [essay] })).toBe("Do well.");
  });

  it("is one of those of its badge", () => {
    const rule = (...requirements: (typeof essay)[]) => ({ description: null, requirements });
    expect(formatRules([])).toBe("");
    expect(formatRules([rule(essay, quiz)])).toBe("at least B in Essay and more than 60 points in Quiz");
    expect(formatRules([rule(essay), rule(lab)])).toBe("at least B in Essay or Completed in Lab");
    expect(
      formatRules([rule(essay, quiz), rule(lab), { ...rule(essay, lab), description: "all of it" }]),
    ).toBe("(at least B in Essay and more than 60 points in Quiz) or Completed in Lab or all of it");
  });
});
