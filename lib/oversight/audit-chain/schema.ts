import { z } from "zod";
import { AuditEntry } from "@/lib/access/audit/schema";
import { timestamp } from "@/lib/kernel/fields";
import { FAULTS, type Fault } from "./choices";

/** The fields of an entry that can tell who somebody is, and that can be erased. */
export const PERSONAL_FIELDS = ["actor_name", "address", "browser", "changes"] as const;
export type PersonalField = (typeof PERSONAL_FIELDS)[number];

const hash = () => z.string().regex(/^[\da-f]{64}$/);
const position = () => z.int().min(0);

/** A link of the chain with its entry, which is null once it was removed because of its age. */
export const ChainLink = z.strictObject({
  position: position(),
  entry_id: z.uuid(),
  occurred_at: timestamp(),
  content: hash(),
  hash: hash(),
  salts: z.record(z.string(), z.string()),
  erased: z.record(z.string(), z.string()).nullable(),
  /** The organization that the entry names; null without an entry. */
  organization_id: z.uuid().nullable(),
  entry: AuditEntry.nullable(),
});
export type ChainLink = z.infer<typeof ChainLink>;

/** A signed head as stored: its statement is inside of the token. */
export const StoredHead = z.strictObject({ position: position(), token: z.string() });
export type StoredHead = z.infer<typeof StoredHead>;

/** What a signed head states. */
export const HeadStatement = z.object({
  type: z.literal("audit-head"),
  version: z.literal(1),
  organization_id: z.uuid(),
  position: position(),
  hash: hash(),
  iat: z.int(),
  /** The position of the head before; 0 for none. Heads of earlier versions do not state it. */
  previous_head: position().optional(),
  /** No entry from before this time, in seconds, follows the head. Heads of earlier versions do not state it. */
  complete_until: z.int().optional(),
});
export type HeadStatement = z.infer<typeof HeadStatement>;

/** A public key that signed heads: as in the DID document of the organization. */
export const HeadKey = z.strictObject({
  id: z.string(),
  public_key_multibase: z.string(),
  /** The 32 bytes of the Ed25519 key in base64url, as in a JWK (RFC 8037). */
  x: z.string(),
  retired_at: timestamp().nullable(),
});
export type HeadKey = z.infer<typeof HeadKey>;

/** The lines of an exported file, of which each is one JSON text. */
export const ExportLine = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("audit-export"),
    version: z.literal(1),
    organization_id: z.uuid(),
    exported_at: timestamp(),
    /** Where the file begins: after this position, whose link has this hash. */
    after_position: position(),
    after_hash: hash(),
    keys: z.array(HeadKey),
  }),
  z.strictObject({ type: z.literal("link"), ...ChainLink.shape }),
  z.strictObject({ type: z.literal("head"), ...StoredHead.shape }),
  z.strictObject({ type: z.literal("end"), position: position(), hash: hash() }),
]);
export type ExportLine = z.infer<typeof ExportLine>;

/** A signed head as the API shows it. */
export const AuditHead = z
  .strictObject({
    position: position(),
    /** Null, like the key, for a stored head that cannot be read. */
    hash: hash().nullable(),
    signed_at: timestamp(),
    key_id: z.string().nullable(),
    token: z.string(),
  })
  .meta({ id: "AuditHead" });
export type AuditHead = z.infer<typeof AuditHead>;

/** The first thing that is wrong with a chain. */
export type Finding = { position: number; fault: Fault };

/** The state of the chain of an organization. */
export const AuditChain = z
  .strictObject({
    position: position(),
    hash: hash().nullable(),
    /** Entries that the next run of the job appends. */
    waiting: z.int(),
    head: AuditHead.nullable(),
    /** What differed when the newest head was to be signed. */
    fault: z
      .strictObject({
        position: position(),
        code: z.enum(Object.keys(FAULTS) as Fault[]),
        found_at: timestamp(),
      })
      .nullable(),
  })
  .meta({ id: "AuditChain" });
export type AuditChain = z.infer<typeof AuditChain>;

/** What one request of a verification checked. */
export const AuditVerification = z
  .strictObject({
    /** The last position that was checked so far, and the last one of the chain. */
    position: position(),
    last_position: position(),
    /** Numbers of this part: links, signed heads, and entries without their erased or removed content. */
    links: z.int(),
    signed_heads: z.int(),
    erased: z.int(),
    removed: z.int(),
    /** Entries of the audit log that were looked up in the chain. */
    entries: z.int(),
    /** The first thing that differs, with its entry if the chain has one at this position. */
    difference: z
      .strictObject({
        position: position(),
        code: z.enum(Object.keys(FAULTS) as Fault[]),
        entry_id: z.uuid().nullable(),
        occurred_at: timestamp().nullable(),
      })
      .nullable(),
    /** Pass it as `cursor` to check the next part; null at the end. */
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "AuditVerification" });
export type AuditVerification = z.infer<typeof AuditVerification>;
