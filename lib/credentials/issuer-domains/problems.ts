import { truncateText } from "@/lib/kernel/truncate-text";
import { escapeInvisible } from "@/lib/kernel/visible-text";

const MAX_QUOTED = 200;
const MAX_PROBLEMS = 8;

/** Quotes a value from somebody else's file in a sentence. Values that are no texts are not shown. */
export const quote = (value: unknown): string =>
  typeof value === "string"
    ? `“${truncateText(escapeInvisible(value), MAX_QUOTED)}”`
    : `${value === undefined ? "missing" : "not text"}`;

/** Bounds the problems of a file that are stored and shown. */
export const limitProblems = (problems: string[]): string[] => problems.slice(0, MAX_PROBLEMS);
