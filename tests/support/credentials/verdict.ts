/** The verifiers of others, by the names of their packages or suites. */
export const VERIFIERS = [
  "verifier-core",
  "eddsa-rdfc-2022",
  "eddsa-jcs-2022",
  "bitstring-status-list",
  "did-jwt-vc",
  "jose",
  "jsonld",
  "learncard",
] as const;
export type Verifier = (typeof VERIFIERS)[number];

/**
 * What a verifier found out. A fact that it does not check, or could not check, is absent. `reason` is its own error
 * message, absent if it had none.
 */
export type Verdict = {
  isSigned?: boolean;
  isRevoked?: boolean;
  isExpired?: boolean;
  /** Whether it has the form that the verifier requires. */
  isWellFormed?: boolean;
  reason?: string;
};

/** A credential in JSON, or a JWT. */
export type Job = { id: number; verifier: Verifier; credential: object | string };
export type JobResult = { id: number; verdict: Verdict } | { id: number; error: string };
