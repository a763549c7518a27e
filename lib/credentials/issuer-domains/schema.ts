import { z } from "zod";
import { DidDocument } from "@/lib/credentials/issuer-keys/schema";
import { flag, timestamp } from "@/lib/kernel/fields";
import { RESULTS } from "@/lib/organizations/domains/schema";

/** What the last check found at the URL of a file. `problems`: what is wrong with it, as sentences; at most eight. */
export const FileFinding = z.strictObject({ result: z.enum(RESULTS), problems: z.array(z.string()) });
export type FileFinding = z.infer<typeof FileFinding>;

/** The findings of one check: of the DID document, and of the DID configuration. */
export const DomainFindings = z.strictObject({ did: FileFinding, configuration: FileFinding });
export type DomainFindings = z.infer<typeof DomainFindings>;

/**
 * Whether new credentials are issued under the domain: `paused` when this is turned on but not possible at present.
 */
const STATES = ["off", "on", "paused"] as const;

/**
 * Why it is paused: the domain is no longer verified; the published document is wrong; it does not list the current keys,
 * which were rotated since it was read; it has not been reached for a day.
 */
export const PAUSE_REASONS = [
  "domain_not_verified",
  "document_wrong",
  "keys_changed",
  "document_not_reached",
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** The file by which a domain names the DIDs of its owner (DIF Well Known DID Configuration 1.0). */
export const DidConfiguration = z
  .strictObject({
    "@context": z.literal("https://identity.foundation/.well-known/did-configuration/v1"),
    /** Domain Linkage Credentials as JWTs. */
    linked_dids: z.array(z.string()),
  })
  .meta({ id: "DidConfiguration" });
export type DidConfiguration = z.infer<typeof DidConfiguration>;

export const IssuerDomain = z
  .strictObject({
    domain: z.string(),
    /** The DID of the domain. */
    did: z.string(),
    domain_verified: z.boolean(),
    enabled: z.boolean(),
    state: z.enum(STATES),
    paused_because: z.enum(PAUSE_REASONS).nullable(),
    /** The DID that new credentials name as their issuer. */
    issuer_did: z.string(),
    /** Since when the checks have found that credentials are issued under the domain. */
    active_since: timestamp().nullable(),
    last_checked_at: timestamp().nullable(),
    /** Null while it is off: then it is checked only on request. */
    next_check_at: timestamp().nullable(),
    did_document: z.strictObject({
      url: z.string(),
      content: DidDocument,
      found: FileFinding.nullable(),
    }),
    did_configuration: z.strictObject({
      url: z.string(),
      /** Null while the domain is not verified. */
      content: DidConfiguration.nullable(),
      expires_at: timestamp().nullable(),
      found: FileFinding.nullable(),
    }),
  })
  .meta({ id: "IssuerDomain" });
export type IssuerDomain = z.infer<typeof IssuerDomain>;

/** Whether to issue under the domain. */
export const IssuerDomainInput = z.object({ enabled: flag() }).meta({ id: "IssuerDomainInput" });
export type IssuerDomainInput = z.infer<typeof IssuerDomainInput>;
