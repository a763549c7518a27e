import { db, queryJson } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import { Prisma, type AuthorizationToken } from "@/prisma/generated/client";
import { tokenSelect, type TokenRow } from "./serializer";

type Where = Prisma.AuthorizationTokenWhereInput;

export async function findTokenPage(where: Where, page: PageRequest): Promise<Page<TokenRow>> {
  return loadPage(
    page,
    db().authorizationToken.findMany({
      where,
      select: tokenSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().authorizationToken.count({ where }),
  );
}

export const findToken = (where: Where): Promise<TokenRow | null> =>
  db().authorizationToken.findFirst({ where, select: tokenSelect });

/** Finds a token with its digest, by which `replaceSecret` detects a rotation in between. */
export const findTokenWithDigest = (where: Where) =>
  db().authorizationToken.findFirst({ where, select: { ...tokenSelect, digest: true } });

type TokenCredential = Pick<
  AuthorizationToken,
  | "id"
  | "organizationId"
  | "description"
  | "readEnabled"
  | "writeEnabled"
  | "deleteEnabled"
  | "scopes"
  | "expiresAt"
>;

/** Finds a token by the digest of its secret. Reads JSON because it is faster, and every request runs it. */
export async function findTokenCredential(digest: Uint8Array<ArrayBuffer>): Promise<TokenCredential | null> {
  const found = await queryJson<Omit<TokenCredential, "expiresAt"> & { expiresAt: string }>(Prisma.sql`
    SELECT json_build_object('id', id, 'organizationId', organization_id, 'description', description,
      'readEnabled', read_enabled, 'writeEnabled', write_enabled, 'deleteEnabled', delete_enabled,
      'scopes', scopes, 'expiresAt', expires_at)
    FROM authorization_tokens WHERE digest = ${digest}`);
  return found && { ...found, expiresAt: new Date(found.expiresAt) };
}

export const insertToken = (data: Prisma.AuthorizationTokenUncheckedCreateInput) =>
  db().authorizationToken.create({ data, select: tokenSelect });

/** Replaces the secret if it is still the presented one. Returns false when another rotation was faster. */
export async function replaceSecret(
  id: string,
  currentDigest: Uint8Array<ArrayBuffer>,
  next: {
    digest: Uint8Array<ArrayBuffer>;
    ciphertext: Uint8Array<ArrayBuffer>;
    createdAt: Date;
    expiresAt: Date;
    description?: string | null;
  },
): Promise<boolean> {
  const data = { ...next, lastUsedAt: null, lastSuccessfullyUsedAt: null };
  const { count } = await db().authorizationToken.updateMany({ where: { id, digest: currentDigest }, data });
  return count === 1;
}

export const deleteToken = (organizationId: string, id: string) =>
  db().authorizationToken.deleteMany({ where: { organizationId, id } });
