import { z } from "zod";
import { timestamp } from "@/lib/kernel/fields";
import { CARRIERS, CHECKS, STATES } from "./choices";

/** What a verifier says; `failed` when it gave no answer. */
const VERDICTS = ["accepted", "expired", "revoked", "refused", "failed"] as const;
const verdict = z.enum(VERDICTS);
export type ConformanceVerdict = z.infer<typeof verdict>;

const ConformanceResult = z.strictObject({
  /** The name of the verifier. */
  verifier: z.string(),
  carrier: z.enum(CARRIERS),
  state: z.enum(STATES),
  expected: verdict,
  found: verdict,
  /** Whether each fact that the verifier found out is right, not only its verdict. */
  is_right: z.boolean(),
});
export type ConformanceResult = z.infer<typeof ConformanceResult>;

const ConformanceVerifier = z.strictObject({
  name: z.string(),
  /** The package that it is from, and the version of it that was asked. */
  package: z.string(),
  version: z.string(),
  checks: z.array(z.enum(CHECKS)),
});

/** What other people's verifiers said about credentials of one build of this product. */
export const ConformanceReport = z.strictObject({
  /** The id of the build, by which the report is for no other one. */
  build: z.string(),
  tested_at: timestamp(),
  verifiers: z.array(ConformanceVerifier),
  results: z.array(ConformanceResult),
});
export type ConformanceReport = z.infer<typeof ConformanceReport>;
