import { z } from "zod";
import { badgeResults, type BadgeResult } from "@/lib/badges/issued/schema";
import type { Prisma } from "@/prisma/generated/client";

/** What a badge measured, as Open Badges 3.0 describe it ("ResultDescription" and "Result"). */

const urn = () => z.string().startsWith("urn:uuid:");

export const ResultDescription = z.strictObject({
  id: urn(),
  type: z.tuple([z.literal("ResultDescription")]),
  name: z.string(),
  resultType: z.enum(["LetterGrade", "RawScore", "Status", "Result"]),
  requiredValue: z.string().optional(),
});
type ResultDescription = z.infer<typeof ResultDescription>;

export const Result = z.strictObject({
  type: z.tuple([z.literal("Result")]),
  resultDescription: urn(),
  value: z.string().optional(),
  status: z.enum(["Completed", "InProgress"]).optional(),
});
type Result = z.infer<typeof Result>;

const descriptionId = ({ id }: BadgeResult): string => `urn:uuid:${id}`;

function describeResult(result: BadgeResult): ResultDescription {
  const { name, type, required_value: required } = result;
  return {
    id: descriptionId(result),
    type: ["ResultDescription"],
    name,
    resultType: type,
    // A status has no values to compare with.
    ...(required !== null && type !== "Status" ? { requiredValue: required } : {}),
  };
}

/** A result of the type `Status` has a status, and every other one a value. */
const buildResult = (result: BadgeResult): Result => ({
  type: ["Result"],
  resultDescription: descriptionId(result),
  ...(result.type === "Status"
    ? { status: result.value === "Completed" ? "Completed" : "InProgress" }
    : { value: result.value }),
});

type Measured = { results: Prisma.JsonValue };

/** Builds the descriptions of the results of a badge, for its achievement. Nothing without results. */
export function buildResultDescriptions(row: Measured): { resultDescription?: ResultDescription[] } {
  const results = badgeResults(row);
  return results.length > 0 ? { resultDescription: results.map(describeResult) } : {};
}

/** Builds the results of a badge, for the subject of its credential. Nothing without results. */
export function buildResults(row: Measured): { result?: Result[] } {
  const results = badgeResults(row);
  return results.length > 0 ? { result: results.map(buildResult) } : {};
}
