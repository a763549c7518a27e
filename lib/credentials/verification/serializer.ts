import { clock } from "@/lib/kernel/clock";
import { loadTranslator } from "@/lib/platform/languages/translator";
import { escapeInvisible } from "@/lib/kernel/visible-text";
import { decideVerdict, type Check } from "./checks";
import type { OpenBadge } from "./collect";
import type { VerificationReport, VerificationResult } from "./schema";

type Found = Partial<Omit<VerificationResult, "status" | "checks" | "checked_at">>;

/** Builds the result of these checks with what is known of the badge. */
export const buildResult = (checks: Check[], found: Found = {}): VerificationResult => ({
  status: decideVerdict(checks),
  issued_here: false,
  badge: null,
  issuer: null,
  revocation: null,
  differences: [],
  extensions: [],
  url: null,
  ...found,
  checks: checks.map(({ detail, ...check }) => ({ ...check, detail: detail && escapeInvisible(detail) })),
  checked_at: clock.now().toISOString(),
});

/** Serializes what a badge says of itself. Only our records say that one was issued in test mode. */
export const presentBadge = (
  { assertion, badgeClass, earner }: OpenBadge,
  isTest = false,
): VerificationResult["badge"] => ({
  name: badgeClass.name,
  description: badgeClass.description,
  earner,
  issued_on: assertion.issued.date,
  expires_on: assertion.expires?.date ?? null,
  is_test: isTest,
});

/** Serializes a result for the API, with each check and reason as an English sentence. */
export async function presentReport(result: VerificationResult): Promise<VerificationReport> {
  const { t } = await loadTranslator("en", "verify");
  const describe = ({ check, reason, detail }: Check): string => {
    const sentence = reason === null ? t(`check.${check}`) : t(`reason.${reason}`);
    return detail === null ? sentence : `${sentence} (${detail})`;
  };
  const isDecisive = (check: Check) => decideVerdict([check]) === result.status;
  const reasons = result.checks
    .filter(({ result: outcome }) => outcome !== "passed")
    .toSorted((one, other) => Number(isDecisive(other)) - Number(isDecisive(one)))
    .flatMap((check) => (check.reason === null ? [] : [{ code: check.reason, message: describe(check) }]));
  const checks = result.checks.map((check) => ({ ...check, message: describe(check) }));
  return { ...result, reasons, checks };
}
