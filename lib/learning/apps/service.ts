import type { ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { newId } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";
import { FULL_ACCESS, requireRights, type Rights } from "@/lib/access/callers/rights";
import { randomText } from "@/lib/kernel/secrets";
import { findFirstAdministratorId, isMember } from "@/lib/organizations/profile/service";
import {
  deleteAppRow,
  deleteAppCredentials,
  deleteFormerOwnerTokens,
  findApp,
  findAppPage,
  findOwnedApps,
  insertApp,
  lockApp,
  saveApp,
} from "./queries";
import type { LearningAppChange, LearningAppInput } from "./schema";
import { appSecrets, type AppRow, type NewApp } from "./serializer";
import { decryptSigningApp, type SigningApp } from "./signing";

/** Letters and digits only: clients of OAuth 1.0a disagree about how to encode anything else in a key or a secret. */
const KEY_LENGTH = 32;
const SECRET_LENGTH = 48;

/** Lists the learning apps of the organization, newest first. */
export function listApps(caller: Caller, input: ListInput): Promise<Page<AppRow>> {
  return findAppPage(caller.organizationId, input.page);
}

/** Returns an app; 404 when the organization has none with this id. */
export async function getApp(caller: Caller, appId: string): Promise<AppRow> {
  const row = await findApp(caller.organizationId, appId);
  if (!row) throw notFound();
  return row;
}

/**
 * Finds the app with this key, or the owner's only app when no key is given. 400 `missing_param_api_key` when the owner
 * has several apps, `invalid_param_api_key` when the key belongs to none of them; null when the person owns no app.
 */
export async function findOwnedApp(ownerId: string, key: string | null): Promise<SigningApp | null> {
  const [app, secondApp] = await findOwnedApps(ownerId, key, 2);
  if (secondApp) {
    throw invalidParameters({
      missing_param_api_key: "You own several apps. Send the API key of one of them.",
    });
  }
  if (!app && key !== null) {
    throw invalidParameters({ invalid_param_api_key: "You own no app with this API key." });
  }
  return app ? decryptSigningApp(app) : null;
}

/**
 * Locks an app so that it cannot be deleted until the transaction ends; false when the organization has none with this
 * id.
 */
export const preventAppDeletion = (organizationId: string, id: string): Promise<boolean> =>
  lockApp(organizationId, id);

/**
 * The rights of an app's owner and of anyone who has its secret: create courses, delete them with all grades, issue
 * badges by rules, and create templates for those rules.
 */
const APP_RIGHTS: Rights = {
  scopes: new Set(["badge_templates", "issued_badges", "memberships"]),
  access: FULL_ACCESS,
};

const requireAppRights = (caller: Caller): void =>
  requireRights(caller, APP_RIGHTS, "Creating or changing a learning app");

/**
 * Returns the owner's id from the body, or the user who sent the request, or the organization's first administrator.
 */
async function resolveOwnerId(caller: Caller, given: string | undefined): Promise<string> {
  const { organizationId, actor } = caller;
  const candidateId =
    given ?? (actor.type === "User" ? actor.id : await findFirstAdministratorId(organizationId));
  if (candidateId && (await isMember(organizationId, candidateId))) return candidateId;
  throw invalidField("owner_id", "not_a_member", "must be a member of the organization");
}

/**
 * Creates an app. Only this response contains the secret. 403 when the caller lacks a right that an app has; 422 when
 * the owner is not a member.
 */
export async function createApp(caller: Caller, body: LearningAppInput): Promise<NewApp> {
  requireAppRights(caller);
  const id = newId();
  const secret = randomText(SECRET_LENGTH);
  return withAuditEntry(caller, "learning_app.create", id, async () => {
    const now = clock.now();
    const row = await insertApp({
      id,
      organizationId: caller.organizationId,
      name: body.name,
      enterprise: body.enterprise ?? false,
      registeredOriginsOnly: body.registered_origins_only ?? false,
      ownerId: await resolveOwnerId(caller, body.owner_id),
      consumerKey: randomText(KEY_LENGTH),
      secret: appSecrets.encrypt(secret, id),
      createdAt: now,
      updatedAt: now,
    });
    return { ...row, secret };
  });
}

/**
 * Updates the given fields. A new owner ends the former owner's tokens. 403 as for `createApp`; 404 for an unknown app;
 * 422 when the owner is not a member.
 */
export async function updateApp(caller: Caller, id: string, body: LearningAppChange): Promise<AppRow> {
  requireAppRights(caller);
  const columns = {
    name: body.name,
    enterprise: body.enterprise,
    registeredOriginsOnly: body.registered_origins_only,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return withAuditEntry(caller, "learning_app.update", id, async () => {
    const owner: { ownerId?: string } =
      body.owner_id === undefined ? {} : { ownerId: await resolveOwnerId(caller, body.owner_id) };
    const row = await saveApp(caller.organizationId, id, { ...given, ...owner, updatedAt: clock.now() });
    if (!row) throw notFound();
    if (owner.ownerId !== undefined) await deleteFormerOwnerTokens(id, owner.ownerId);
    return row;
  });
}

/**
 * Gives an app a new secret. Only this response contains it. From then on requests signed with the old secret are
 * refused, and the app's tokens, codes and the access it gave to other apps end. An LMS gets new tokens by signing
 * again, the owner by signing in. 403 as for `createApp`; 404 for an unknown app.
 */
export async function rotateAppSecret(caller: Caller, id: string): Promise<NewApp> {
  requireAppRights(caller);
  const secret = randomText(SECRET_LENGTH);
  return withAuditEntry(caller, "learning_app.rotate_secret", id, async () => {
    const changes = {
      secret: appSecrets.encrypt(secret, id),
      secretVersion: { increment: 1 },
      updatedAt: clock.now(),
    };
    const row = await saveApp(caller.organizationId, id, changes);
    if (!row) throw notFound();
    await deleteAppCredentials(id);
    return { ...row, secret };
  });
}

/** Deletes an app with its integrations and all their data; its tokens stop working at once. 404 for an unknown app. */
export async function deleteApp(caller: Caller, id: string): Promise<void> {
  await withAuditEntry(caller, "learning_app.delete", id, async () => {
    const { count } = await deleteAppRow(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}
