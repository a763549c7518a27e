import { audited } from "@/lib/audit/service";
import type { Access, Caller } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { conflict, forbidden, notFound, unauthorized, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { digest, encrypt, isWellFormedSecret, newSecret } from "@/lib/kernel/secrets";
import { sharedRead } from "@/lib/kernel/shared-read";
import {
  deleteToken,
  findCredential,
  findToken,
  findTokenPage,
  findTokenWithDigest,
  insertToken,
  replaceSecret,
} from "./queries";
import type { AuthorizationTokenInput, RotationInput } from "./schema";
import type { TokenRow } from "./serializer";
import { tokenUses } from "./usage";

const LIFETIME_MS = 180 * 24 * 3_600_000;

const shared = sharedRead<Awaited<ReturnType<typeof findCredential>>>();

/** The caller behind a presented token; null when it is unknown, mistyped, rotated away or expired. */
export async function tokenCaller(token: string): Promise<Caller | null> {
  if (!isWellFormedSecret("bat", token)) return null;
  const presentedDigest = digest(token);
  const row = await shared(presentedDigest.toString("hex"), () => findCredential(presentedDigest));
  if (!row) return null;
  if (row.expiresAt <= clock.now()) {
    tokenUses.note(row.id, clock.now(), false);
    return null;
  }
  return {
    organizationId: row.organizationId,
    organizationIds: [row.organizationId],
    scopes: "all",
    access: { read: row.readEnabled, write: row.writeEnabled, delete: row.deleteEnabled },
    actor: { type: "AuthorizationToken", id: row.id, name: row.description ?? "Authorization token" },
    presentedDigest,
  };
}

/** What a token of the organization may do now; null when there is none with this id, or it has expired. */
export async function tokenAccess(organizationId: string, id: string): Promise<Access | null> {
  const row = await findToken({ organizationId, id });
  if (!row || row.expiresAt <= clock.now()) return null;
  return { read: row.readEnabled, write: row.writeEnabled, delete: row.deleteEnabled };
}

type ById = { params: Record<string, string> };

const idOf = ({ params }: ById): string => params.authorization_token_id ?? "";

/** A caller without write or delete permission sees the read-only tokens (specification, "Authorization tokens"). */
const visibleTo = ({ organizationId, access }: Caller) =>
  access.write && access.delete
    ? { organizationId }
    : { organizationId, writeEnabled: false, deleteEnabled: false };

/** Tokens, newest first, as far as the caller sees them. */
export function listTokens(caller: Caller, { query }: { query: URLSearchParams }): Promise<Page<TokenRow>> {
  return findTokenPage(visibleTo(caller), parsePage(query));
}

/**
 * Shows one token with its secret, and writes down that it was shown, to whom: what a person does who wants to see
 * one. 403 without permission to read, which the list takes too; 404 when the caller sees none with this id.
 */
export async function revealToken(caller: Caller, target: ById): Promise<TokenRow> {
  if (!caller.access.read) throw forbidden("Tokens are shown to credentials with read permission only.");
  const id = idOf(target);
  return audited(caller, "authorization_token.reveal", id, async () => {
    const row = await findToken({ ...visibleTo(caller), id });
    if (!row) throw notFound();
    return row;
  });
}

const freshSecret = () => {
  const token = newSecret("bat");
  const createdAt = clock.now();
  return {
    createdAt,
    digest: digest(token),
    ciphertext: encrypt(token),
    expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
  };
};

/** Rule 2: nobody grants what they do not have. */
function checkGranted(caller: Caller, wanted: Access): void {
  const exceeding = (["read", "write", "delete"] as const).filter(
    (kind) => wanted[kind] && !caller.access[kind],
  );
  if (exceeding.length === 0) return;
  throw forbidden(
    `A token cannot have more permissions than yours: ${exceeding.join(", ")}.`,
    "exceeds_permissions",
  );
}

/**
 * Makes a token that expires in 180 days. What is not asked for: read as the caller has it, write and delete off.
 * 403 when it would have more permissions than the caller.
 */
export async function createToken(
  caller: Caller,
  { body }: { body: AuthorizationTokenInput },
): Promise<TokenRow> {
  const wanted = {
    read: body.read_enabled ?? caller.access.read,
    write: body.write_enabled ?? false,
    delete: body.delete_enabled ?? false,
  };
  checkGranted(caller, wanted);
  const id = newId();
  return audited(caller, "authorization_token.create", id, () =>
    insertToken({
      id,
      organizationId: caller.organizationId,
      ...freshSecret(),
      description: body.description ?? null,
      readEnabled: wanted.read,
      writeEnabled: wanted.write,
      deleteEnabled: wanted.delete,
      createdById: caller.actor.id,
      createdByType: caller.actor.type,
      createdByName: caller.actor.name,
    }),
  );
}

/**
 * Gives the presenting token a new secret and 180 new days; the old secret ends at once. Only a token can rotate
 * itself: 422 for other callers. Of two racing rotations one wins, the other is a 401.
 */
export async function rotateToken(caller: Caller, { body }: { body: RotationInput }): Promise<TokenRow> {
  const { actor, presentedDigest } = caller;
  if (!presentedDigest) throw unprocessable("not_a_token", "Only an authorization token can rotate itself.");
  const description =
    body.description === undefined || body.description === null ? {} : { description: body.description };
  return audited(caller, "authorization_token.rotate", actor.id, async () => {
    const isReplaced = await replaceSecret(actor.id, presentedDigest, { ...freshSecret(), ...description });
    const row = isReplaced ? await findToken({ organizationId: caller.organizationId, id: actor.id }) : null;
    if (!row) throw unauthorized("This token was rotated by another request.");
    return row;
  });
}

/**
 * Gives a token that somebody else presents a new secret and 180 new days; the old secret ends at once. 404 when the
 * caller sees none with this id; 403 when it may more than the caller (rule 2). Of two racing rotations one wins, the
 * other is a 409: nobody overwrites a secret unseen.
 */
export async function rotateTokenById(
  caller: Caller,
  { body, ...target }: ById & { body: RotationInput },
): Promise<TokenRow> {
  const id = idOf(target);
  const where = { ...visibleTo(caller), id };
  const description = body.description ? { description: body.description } : {};
  return audited(caller, "authorization_token.rotate", id, async () => {
    const present = await findTokenWithDigest(where);
    if (!present) throw notFound();
    const { readEnabled, writeEnabled, deleteEnabled } = present;
    checkGranted(caller, { read: readEnabled, write: writeEnabled, delete: deleteEnabled });
    const isReplaced = await replaceSecret(id, present.digest, { ...freshSecret(), ...description });
    const row = isReplaced ? await findToken(where) : null;
    if (!row) throw conflict("rotated_meanwhile", "The token was rotated by another request.");
    return row;
  });
}

/** Ends a token for good; 404 when the organization has none with this id. */
export async function revokeToken(caller: Caller, target: ById): Promise<void> {
  const id = idOf(target);
  await audited(caller, "authorization_token.delete", id, async () => {
    const { count } = await deleteToken(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}
