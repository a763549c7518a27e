import { z } from "zod";
import { calendarDate, nullable, optional, timestamp, webAddress } from "@/lib/kernel/fields";
import { CHECKS, REASON_CODES, VERDICTS } from "./checks";

/** A badge as the verification shows it. `earner` is null when it only contains the hash of an address. */
const VerifiedBadge = z.strictObject({
  name: z.string(),
  description: nullable(),
  earner: nullable(),
  issued_on: calendarDate(),
  expires_on: calendarDate().nullable(),
  /** It was issued in test mode by an organization of this service and proves nothing. */
  is_test: z.boolean(),
});

const VerifiedIssuer = z.strictObject({
  id: nullable(),
  name: z.string(),
  /** The host that publishes the issuer's own document; null when the issuer is only a key. */
  host: nullable(),
  /** The verified domain of an issuer of this service. */
  domain: z.strictObject({ name: z.string(), verified_at: timestamp(), website: nullable() }).nullable(),
});

const Difference = z.strictObject({ field: z.string(), issued: nullable(), given: nullable() });

const Extension = z.strictObject({ path: z.string(), text: z.string() });

const check = {
  check: z.enum(CHECKS),
  result: z.enum(["passed", "failed", "unknown"]),
  reason: z.enum(REASON_CODES).nullable(),
  detail: nullable(),
};

const result = {
  status: z.enum(VERDICTS),
  /** Whether it was issued here, so that our own records are complete. */
  issued_here: z.boolean(),
  badge: VerifiedBadge.nullable(),
  issuer: VerifiedIssuer.nullable(),
  /** Date and reason of a public revocation; null for badges that are private or not revoked. */
  revocation: z.strictObject({ on: calendarDate(), reason: nullable() }).nullable(),
  /** Where the given copy differs from what its issuer issued. */
  differences: z.array(Difference),
  /** What the issuer of a badge of another service signed besides, which was not checked: plain text, at most twenty members. */
  extensions: z.array(Extension),
  /** The page or document that shows the badge; for a replaced one, that of the newest. */
  url: nullable(),
  checked_at: timestamp(),
};

/** The result of a verification, as the page shows it. */
export const VerificationResult = z.strictObject({ ...result, checks: z.array(z.strictObject(check)) });
export type VerificationResult = z.infer<typeof VerificationResult>;

const message = { message: z.string() };

/** The result of a verification, as the API describes it. */
export const VerificationReport = z
  .strictObject({
    ...result,
    /** Why the badge is not valid, the decisive reason first. */
    reasons: z.array(z.strictObject({ code: z.enum(REASON_CODES), ...message })),
    checks: z.array(z.strictObject({ ...check, ...message })),
  })
  .meta({ id: "VerificationReport" });
export type VerificationReport = z.infer<typeof VerificationReport>;

const MAX_FILE_LENGTH = 14_000_000;
const SOURCES = ["url", "credential", "file"] as const;

/** A badge to verify, in one of three forms. */
export const VerificationInput = z
  .object({
    /** URL of a badge: of its page, its data, or its image. */
    url: optional(webAddress()),
    /** A credential or an assertion, as JSON or as text; a JWT. */
    credential: optional(
      z.union([z.record(z.string(), z.unknown()), z.string()], {
        error: "must be a credential, or its text",
      }),
    ),
    /** The bytes of a file in base64, or a data URL: PNG, SVG, JSON or JWT. */
    file: optional(z.string().max(MAX_FILE_LENGTH)),
  })
  .refine(
    (given) => SOURCES.filter((source) => given[source] !== null && given[source] !== undefined).length === 1,
    { error: "takes exactly one of url, credential and file" },
  )
  .meta({ id: "VerificationInput" });
export type VerificationInput = z.infer<typeof VerificationInput>;
