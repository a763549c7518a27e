/** What is checked, in the order in which a person would ask. */
export const CHECKS = ["format", "issuer", "authenticity", "status", "start", "expiry"] as const;
export type CheckName = (typeof CHECKS)[number];

export const VERDICTS = [
  "valid",
  "expired",
  "not_yet_valid",
  "revoked",
  "replaced",
  "altered",
  "unknown_issuer",
  "unverifiable",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a check did not pass, or what must be known about it: each code with the verdict that it leads to. */
const REASONS = {
  not_a_badge: "unverifiable",
  incomplete: "unverifiable",
  too_large: "unverifiable",
  not_reached: "unverifiable",
  not_public: "unverifiable",
  issuer_not_reached: "unverifiable",
  issuer_unsupported: "unverifiable",
  issuer_insecure: "unverifiable",
  issuer_is_a_key: "unknown_issuer",
  key_not_listed: "unknown_issuer",
  not_published_by_issuer: "unknown_issuer",
  signed: "valid",
  published: "valid",
  unsigned: "unverifiable",
  bad_signature: "altered",
  differs: "altered",
  unsupported_suite: "unverifiable",
  unsupported_key: "unverifiable",
  context_not_approved: "unverifiable",
  ambiguous: "unverifiable",
  claims_differ: "unverifiable",
  unsigned_members: "unverifiable",
  unprocessable: "unverifiable",
  partly_disclosed: "unverifiable",
  proof_expired: "unverifiable",
  proof_from_future: "unverifiable",
  key_expired: "unverifiable",
  key_revoked: "unverifiable",
  no_status: "valid",
  status_not_read: "unverifiable",
  status_of_another_issuer: "unverifiable",
  revoked: "revoked",
  suspended: "revoked",
  replaced: "replaced",
  not_yet_valid: "not_yet_valid",
  expired: "expired",
} as const satisfies Record<string, Verdict>;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]];

/** The result of a check. `detail` names what the reason is about: a host, a suite, a context. */
export type Check = {
  check: CheckName;
  result: "passed" | "failed" | "unknown";
  reason: ReasonCode | null;
  detail: string | null;
};

const createCheck =
  (result: Check["result"]) =>
  (check: CheckName, reason: ReasonCode | null = null, detail: string | null = null): Check => ({
    check,
    result,
    reason,
    detail,
  });

/** A check that the badge passed; a reason says what must be known about it. */
export const passed = createCheck("passed");
/** A check whose answer is no. */
export const failed: (check: CheckName, reason: ReasonCode, detail?: string | null) => Check =
  createCheck("failed");
/** A check that could not be made. */
export const unknown: (check: CheckName, reason: ReasonCode, detail?: string | null) => Check =
  createCheck("unknown");

/** The status of a badge that says where it stands, where it could not be read. */
export const STATUS_NOT_READ = unknown("status", "status_not_read");

/** The worst verdict first: nothing else is known of a badge that was altered, or that anyone could have signed. */
const PRECEDENCE: readonly Verdict[] = [
  "altered",
  "unknown_issuer",
  "revoked",
  "replaced",
  "unverifiable",
  "expired",
  "not_yet_valid",
];

const verdictOf = ({ result, reason }: Check): Verdict =>
  result === "passed" || reason === null ? "valid" : REASONS[reason];

/** Decides the verdict by all checks: the worst one counts. */
export function decideVerdict(checks: readonly Check[]): Verdict {
  const found = new Set(checks.map(verdictOf));
  return PRECEDENCE.find((verdict) => found.has(verdict)) ?? "valid";
}

/** Whether the badge comes from its issuer and is not revoked. Its dates are another matter. */
export const isConfirmed = (checks: readonly Check[]): boolean =>
  checks.every(({ check, result }) => result === "passed" || check === "start" || check === "expiry");

/** Replaces the check of the same name. */
export const replaceCheck = (checks: Check[], check: Check): Check[] =>
  checks.map((one) => (one.check === check.check ? check : one));

/** Checks the dates of a badge against the present. */
export const checkDates = (now: Date, { start, end }: { start: Date | null; end: Date | null }): Check[] => [
  start && start > now ? failed("start", "not_yet_valid") : passed("start"),
  end && end <= now ? failed("expiry", "expired") : passed("expiry"),
];
