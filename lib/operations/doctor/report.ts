import type { Finding } from "./finding";

/** What an examination found. `skipped`: checks that could not be made, and why. */
export type Report = {
  findings: ({ check: string } & Finding)[];
  passed: string[];
  skipped: { check: string; reason: string }[];
};

/** A report of no check. */
export const emptyReport = (): Report => ({ findings: [], passed: [], skipped: [] });

/** Joins reports in their order. */
export function merge(...reports: Report[]): Report {
  return {
    findings: reports.flatMap(({ findings }) => findings),
    passed: reports.flatMap(({ passed }) => passed),
    skipped: reports.flatMap(({ skipped }) => skipped),
  };
}
