import { describe, expect, it } from "vitest";
import { parseGrade, parseMinimum, listGradeSpellings } from "@/lib/learning/gradables/grade-types";
import type { GradableCallback } from "@/lib/learning/gradables/schema";

const ascending = (callback: GradableCallback, texts: string[]): boolean => {
  const ranks = texts.map((text) => parseGrade(callback, text)?.rank ?? Number.NaN);
  return ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? Number.NaN));
};

describe("a grade", () => {
  it.each<[GradableCallback, string, string, number]>([
    ["letterGrade", "A", "A", 4],
    ["letterGrade", " b ", "B", 3],
    ["letterGrade", "F", "F", 0],
    ["letterGrade", "a-", "A-", 3.667],
    ["letterGrade", "A+", "A+", 4.333],
    ["letterGrade", "D-", "D-", 0.667],
    ["points", "95", "95", 95],
    ["points", "095.50", "95.5", 95.5],
    ["points", "+7", "7", 7],
    ["points", ".5", "0.5", 0.5],
    ["points", "-12", "-12", -12],
    ["points", "-0", "0", 0],
    ["points", "83.33333333333333", "83.333333", 83.333333],
    ["points", "0.0000001", "0", 0],
    ["points", "89.99999999999999", "90", 90],
    ["points", "999999.999999", "999999.999999", 999_999.999999],
    ["complete", "completed", "Completed", 1],
    ["complete", "Incomplete", "Incomplete", 0],
    ["pass", "PASS", "Pass", 1],
    ["pass", "fail", "Fail", 0],
  ])("%s %j is %s, of rank %d", (callback, text, score, rank) => {
    expect(parseGrade(callback, text)).toEqual({ score, rank });
  });

  it.each<[GradableCallback, string[]]>([
    ["letterGrade", ["", "E", "AB", "A--", "F+", "F-", "95", "Pass", "Ａ", "toString"]],
    ["points", ["", ".", "-", "95%", "95,5", "1e3", "Infinity", "NaN", "0x10", "1 000", "1000000", "A"]],
    ["points", ["9".repeat(400), "999999.9999999", "-1000000"]],
    ["complete", ["", "Complete", "Pass", "1", "true", "constructor"]],
    ["pass", ["", "Passed", "Pass or Fail", "Completed", "1"]],
  ])("%s: refuses %j", (callback, texts) => {
    expect(texts.map((text) => parseGrade(callback, text))).toEqual(texts.map(() => null));
  });

  it("has the rank of its value", () => {
    const letters = ["F", "D-", "D", "D+", "C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"];
    expect(ascending("letterGrade", letters)).toBe(true);
    expect(ascending("points", ["-1", "0", "9.5", "85", "95", "95.000001", "1000"])).toBe(true);
    expect(ascending("complete", ["Incomplete", "Completed"])).toBe(true);
    expect(ascending("pass", ["Fail", "Pass"])).toBe(true);
  });

  it("is recognized in any spelling", () => {
    expect(listGradeSpellings("095.0")).toEqual(["95"]);
    expect(listGradeSpellings("a-")).toEqual(["A-"]);
    expect(listGradeSpellings("pass")).toEqual(["Pass"]);
    expect(listGradeSpellings("no grade")).toEqual([]);
  });
});

describe("a min_pass_requirement", () => {
  it.each<[GradableCallback, string, string]>([
    ["letterGrade", "a", "A"],
    ["letterGrade", "F", "F"],
    ["points", "0", "0"],
    ["points", "60.50", "60.5"],
    ["points", "1000", "1000"],
    ["complete", "completed", "Completed"],
    ["pass", "Pass", "Pass"],
    ["pass", " pass or fail", "Pass or Fail"],
  ])("%s %j is %s", (callback, text, minimum) => {
    expect(parseMinimum(callback, text)).toBe(minimum);
  });

  it.each<[GradableCallback, string[]]>([
    ["letterGrade", ["", "E", "A-", "60"]],
    ["points", ["", "-1", "1000.000001", "1001", "A", "60%"]],
    ["complete", ["", "Incomplete", "Pass", "Pass or Fail"]],
    ["pass", ["", "Fail", "Completed"]],
  ])("%s: refuses %j", (callback, texts) => {
    expect(texts.map((text) => parseMinimum(callback, text))).toEqual(texts.map(() => null));
  });
});
