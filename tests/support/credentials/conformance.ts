import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect } from "vitest";
import {
  CARRIERS,
  STATES,
  type Carrier,
  type Check,
  type State,
} from "@/lib/credentials/conformance/choices";
import type {
  ConformanceReport,
  ConformanceResult,
  ConformanceVerdict,
} from "@/lib/credentials/conformance/schema";
import { findBuildId, findConformanceReport, REPORT_FILE } from "@/lib/credentials/conformance/service";
import { VERIFIERS, type Verdict, type Verifier } from "./verdict";
import type { Verifiers } from "./verifiers";

// Asks other people's verifiers about saved credentials, and writes the report that the page /conformance shows.

const JSON_CARRIERS = ["json", "png", "svg", "wallet_json"] as const satisfies Carrier[];
const JWT_CARRIERS = ["jwt", "wallet_jwt"] as const satisfies Carrier[];

/** What each verifier checks, the package that it is from, and what it reads. */
const ABOUT: Record<Verifier, { package: string; checks: Check[]; carriers: readonly Carrier[] }> = {
  "verifier-core": {
    package: "@digitalcredentials/verifier-core",
    checks: ["signature", "dates", "status"],
    carriers: JSON_CARRIERS,
  },
  "eddsa-rdfc-2022": {
    package: "@digitalbazaar/eddsa-rdfc-2022-cryptosuite",
    checks: ["signature", "dates"],
    carriers: JSON_CARRIERS,
  },
  "eddsa-jcs-2022": {
    package: "@digitalbazaar/eddsa-jcs-2022-cryptosuite",
    checks: ["signature", "dates"],
    carriers: JSON_CARRIERS,
  },
  "bitstring-status-list": {
    package: "@digitalbazaar/vc-bitstring-status-list",
    checks: ["status"],
    carriers: CARRIERS,
  },
  "did-jwt-vc": { package: "did-jwt-vc", checks: ["signature", "dates"], carriers: JWT_CARRIERS },
  jose: { package: "jose", checks: ["signature", "dates"], carriers: JWT_CARRIERS },
  jsonld: { package: "jsonld", checks: ["form"], carriers: JSON_CARRIERS },
  learncard: { package: "@learncard/types", checks: ["form"], carriers: JSON_CARRIERS },
};

/** What is true of a credential in each state that its issuer signed. */
const FACTS: Record<Exclude<State, "altered">, { isRevoked: boolean; isExpired: boolean }> = {
  valid: { isRevoked: false, isExpired: false },
  expiring: { isRevoked: false, isExpired: false },
  expired: { isRevoked: false, isExpired: true },
  revoked: { isRevoked: true, isExpired: false },
  replaced: { isRevoked: true, isExpired: false },
};

/** What a verifier has to find out. Of an altered copy it must say that the signature is wrong, and may say why. */
function expectedVerdict(verifier: Verifier, state: State): Verdict {
  const checks = (check: Check): boolean => ABOUT[verifier].checks.includes(check);
  if (state === "altered") return { isSigned: false, reason: expect.any(String) as string };
  const { isRevoked, isExpired } = FACTS[state];
  return {
    ...(checks("signature") ? { isSigned: true } : {}),
    ...(checks("dates") ? { isExpired } : {}),
    ...(checks("status") ? { isRevoked } : {}),
    ...(checks("form") ? { isWellFormed: true } : {}),
  };
}

function nameVerdict({ isSigned, isRevoked, isExpired, isWellFormed }: Verdict): ConformanceVerdict {
  if (isSigned === false || isWellFormed === false) return "refused";
  if (isRevoked) return "revoked";
  if (isExpired) return "expired";
  return [isSigned, isRevoked, isWellFormed].some((fact) => fact !== undefined) ? "accepted" : "failed";
}

/** A question to a verifier: a credential in this state, as this carrier brings it. */
export type Question = { verifier: Verifier; carrier: Carrier; state: State };

/** Lists the questions about credentials that these carriers bring. An altered copy has a right form and a right status. */
export const listQuestions = (carriers: readonly Carrier[], states: readonly State[] = STATES): Question[] =>
  VERIFIERS.flatMap((verifier) =>
    carriers
      .filter((carrier) => ABOUT[verifier].carriers.includes(carrier))
      .flatMap((carrier) => states.map((state) => ({ verifier, carrier, state })))
      .filter(({ state }) => state !== "altered" || ABOUT[verifier].checks.includes("signature")),
  );

/** What a verifier said, and whether that is right. `answer` is its own error when it gave no verdict. */
export type Answer = Question & { expected: Verdict; answer: Verdict | Error };

/** Asks a verifier. Does not throw when it fails, so that the report says so. */
export async function ask(
  verifiers: Verifiers,
  question: Question,
  credential: object | string,
): Promise<Answer> {
  const answer = await verifiers.verify(question.verifier, credential).catch((error: Error) => error);
  return { ...question, expected: expectedVerdict(question.verifier, question.state), answer };
}

const isEqual = (answer: unknown, expected: unknown): boolean => {
  try {
    expect(answer).toEqual(expected);
    return true;
  } catch {
    return false;
  }
};

const toResult = ({ expected, answer, ...question }: Answer): ConformanceResult => ({
  ...question,
  expected: nameVerdict(expected),
  found: answer instanceof Error ? "failed" : nameVerdict(answer),
  is_right: isEqual(answer, expected),
});

async function describeVerifier(name: Verifier): Promise<ConformanceReport["verifiers"][number]> {
  const { package: from, checks } = ABOUT[name];
  const text = await readFile(`node_modules/${from}/package.json`, "utf8");
  return { name, package: from, version: (JSON.parse(text) as { version: string }).version, checks };
}

const keyOf = ({ verifier, carrier, state }: Question | ConformanceResult): string =>
  [verifier, carrier, state].join(" ");

/** Adds answers to the report about this build. The results of an earlier build are dropped, older ones are replaced. */
export async function saveAnswers(answers: Answer[]): Promise<ConformanceReport> {
  const before = (await findConformanceReport())?.results ?? [];
  const results = new Map(
    [...before, ...answers.map(toResult)].map((result) => [keyOf(result), result] as const),
  );
  const report: ConformanceReport = {
    build: (await findBuildId()) ?? "",
    tested_at: new Date().toISOString(),
    verifiers: await Promise.all(VERIFIERS.map(describeVerifier)),
    results: [...results.values()],
  };
  await mkdir(dirname(REPORT_FILE), { recursive: true });
  await writeFile(`${REPORT_FILE}.new`, JSON.stringify(report));
  await rename(`${REPORT_FILE}.new`, REPORT_FILE);
  return report;
}
