import { z } from "zod";
import { line, nullable, timestamp } from "@/lib/kernel/fields";

/** The ways to prove a domain: a TXT record, or a file on its web server. */
export const METHODS = ["dns", "file"] as const;
export type Method = (typeof METHODS)[number];

/**
 * What the last check found: the proof; nothing; something else; no answer from the domain's servers; or that this
 * service could not look (its own resolver or network failed), which says nothing about the domain.
 */
export const RESULTS = ["found", "missing", "different", "unreachable", "unavailable"] as const;
export type Result = (typeof RESULTS)[number];

/** A result, and the reason in words when the check failed. */
export const Finding = z.strictObject({ result: z.enum(RESULTS), detail: nullable() });
export type Finding = z.infer<typeof Finding>;

/** The findings of one check. Null for a method that was skipped because the first one succeeded. */
export const Findings = z.strictObject({ dns: Finding.nullable(), file: Finding.nullable() });
export type Findings = z.infer<typeof Findings>;

export const OrganizationDomain = z
  .strictObject({
    name: z.string(),
    verified: z.boolean(),
    verified_at: timestamp().nullable(),
    method: z.enum(METHODS).nullable(),
    failing_since: timestamp().nullable(),
    /** When the verification ends unless a check succeeds before; null while none fails. */
    ends_at: timestamp().nullable(),
    lost_at: timestamp().nullable(),
    last_checked_at: timestamp().nullable(),
    /** Null once automatic checks have stopped. */
    next_check_at: timestamp().nullable(),
    dns: z.strictObject({ name: z.string(), type: z.string(), value: z.string(), found: Finding.nullable() }),
    file: z.strictObject({ url: z.string(), content: z.string(), found: Finding.nullable() }),
    created_at: timestamp(),
  })
  .meta({ id: "OrganizationDomain" });
export type OrganizationDomain = z.infer<typeof OrganizationDomain>;

export const OrganizationDomainInput = z.object({ name: line(253) }).meta({ id: "OrganizationDomainInput" });
export type OrganizationDomainInput = z.infer<typeof OrganizationDomainInput>;
