import { expect } from "vitest";
import { env, parseEnv } from "@/lib/kernel/env";
import { LOCAL_CHECKS, STORED_CHECKS, runChecks } from "@/lib/operations/doctor/examine";
import type { Examined } from "@/lib/operations/doctor/finding";
import type { Report } from "@/lib/operations/doctor/report";
import { withClient } from "@/lib/platform/postgres/database";

/** What the checks of `admin doctor` are told: an installation in public with these variables besides those of the test. */
type Changes = Partial<Omit<Examined, "env">> & { variables?: Record<string, string | undefined> };

const PUBLIC = {
  APP_URL: "https://badges.example.org",
  RATE_LIMIT: "600",
  WEBHOOKS_ALLOW_INSECURE: "0",
};

/** An installation in public, with these changes. */
export function buildExamined({ variables = {}, ...changes }: Changes): Examined {
  const { DATABASE_URL, DATA_DIR, ENCRYPTION_KEY } = process.env;
  const given = {
    DATABASE_URL,
    DATA_DIR,
    ENCRYPTION_KEY,
    SESSION_SECRET: "ka8Xw2-plugh-QZ93-moNTe-71vbE-xyzzy",
  };
  const parsed = parseEnv({ ...given, ...PUBLIC, ...variables });
  return { env: parsed, isEmbedded: false, isRunning: null, secretsFile: null, ...changes };
}

/** Makes one check and returns its report. */
export async function runCheck(name: string, changes: Changes = {}): Promise<Report> {
  const examined = buildExamined(changes);
  const stored = STORED_CHECKS.filter((check) => check.name === name);
  const local = LOCAL_CHECKS.filter((check) => check.name === name);
  expect([...stored, ...local].map((check) => check.name)).toEqual([name]);
  return local[0]
    ? runChecks(local, examined)
    : withClient(changes.variables?.DATABASE_URL ?? env().DATABASE_URL, (client) =>
        runChecks(stored, { ...examined, client }),
      );
}

/** Makes one check and returns the problems it found. Fails when the check cannot be made. */
export async function findProblems(name: string, changes: Changes = {}): Promise<string[]> {
  const report = await runCheck(name, changes);
  expect(report.skipped).toEqual([]);
  for (const { problem, reason, remedy } of report.findings)
    for (const text of [problem, reason, remedy]) expect(text.length).toBeGreaterThan(10);
  expect(report.passed).toEqual(report.findings.length === 0 ? [name] : []);
  return report.findings.map(({ problem }) => problem);
}

/** Returns why a check is not made; undefined if it is. */
export async function findReasonToSkip(name: string, changes: Changes = {}): Promise<string | undefined> {
  const examined = buildExamined(changes);
  const check = [...LOCAL_CHECKS, ...STORED_CHECKS].find((one) => one.name === name);
  // Those that look at more than `Examined` are the ones of the database, whose conditions do not need it.
  return check?.skip?.(examined as never) ?? undefined;
}
