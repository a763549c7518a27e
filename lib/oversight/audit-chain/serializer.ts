import { presentAuditEntry, type AuditEntryRow } from "@/lib/access/audit/serializer";
import type { Prisma } from "@/prisma/generated/client";
import type { Fault } from "./choices";
import { readHead } from "./head-token";
import type { AuditChain, AuditHead, ChainLink } from "./schema";

export const chainSelect = {
  organizationId: true,
  position: true,
  hash: true,
  signedPosition: true,
  prunedPosition: true,
  faultPosition: true,
  fault: true,
  faultFoundAt: true,
} satisfies Prisma.AuditChainSelect;
export type ChainRow = Prisma.AuditChainGetPayload<{ select: typeof chainSelect }>;

export const headSelect = {
  position: true,
  signedAt: true,
  token: true,
} satisfies Prisma.AuditHeadSelect;
export type HeadRow = Prisma.AuditHeadGetPayload<{ select: typeof headSelect }>;

/** A link as its query reads it, with the columns of its entry, or nulls without one. */
export type LinkRow = {
  position: number;
  entryId: string;
  linkedTime: Date;
  content: string;
  hash: string;
  salts: Record<string, string>;
  erased: Record<string, string> | null;
} & ((AuditEntryRow & { organizationId: string }) | { id: null });

export const presentLink = (row: LinkRow): ChainLink => ({
  position: row.position,
  entry_id: row.entryId,
  occurred_at: row.linkedTime.toISOString(),
  content: row.content,
  hash: row.hash,
  salts: row.salts,
  erased: row.erased,
  organization_id: row.id === null ? null : row.organizationId,
  entry: row.id === null ? null : presentAuditEntry(row),
});

/** Presents a head without verifying its signature. One that cannot be read has no hash and no key. */
export function presentHead({ position, signedAt, token }: HeadRow): AuditHead {
  const head = readHead(token);
  return {
    position,
    hash: head?.statement.hash ?? null,
    signed_at: signedAt.toISOString(),
    key_id: head?.keyId ?? null,
    token,
  };
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The state of a chain; a chain that does not exist yet is empty. */
export type ChainState = { chain: ChainRow | null; head: HeadRow | null; waiting: number };

// The job stores nothing else as a fault.
const presentFault = (chain: ChainRow): AuditChain["fault"] =>
  chain.fault === null || chain.faultPosition === null || chain.faultFoundAt === null
    ? null
    : {
        position: chain.faultPosition,
        code: chain.fault as Fault,
        found_at: chain.faultFoundAt.toISOString(),
      };

export const presentChain = ({ chain, head, waiting }: ChainState): AuditChain => ({
  position: chain?.position ?? 0,
  hash: chain ? toHex(chain.hash) : null,
  waiting,
  head: head && presentHead(head),
  fault: chain && presentFault(chain),
});

/** A part of an export: its text and the position after which it begins. */
export type ExportedPart = { organizationId: string; after: number; text: string };

/** The part as a file to download. */
export const presentExport = ({ organizationId, after, text }: ExportedPart) => ({
  bytes: Buffer.from(text),
  type: "application/x-ndjson",
  title: `Audit log after ${after}`,
  id: `audit-log-${organizationId}-after-${after}`,
  extension: "ndjson",
});
