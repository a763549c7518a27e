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
  endConnections,
  endFormerOwners,
  findApp,
  findAppPage,
  findOwnedApps,
  insertApp,
  lockApp,
  saveApp,
} from "./queries";
import type { LearningAppChange, LearningAppInput } from "./schema";
import { appSecrets, type AppRow, type NewApp } from "./serializer";
import { signerOf, type Signer } from "./signing";

/** Letters and digits only: clients of OAuth 1.0a disagree about how to encode anything else in a key or a secret. */
const KEY_LENGTH = 32;
const SECRET_LENGTH = 48;

/** The learning apps of the organization, newest first. */
export function listApps(caller: Caller, input: ListInput): Promise<Page<AppRow>> {
  return findAppPage(caller.organizationId, input.page);
}

/** One app; 404 when the organization has none with this id. */
export async function getApp(caller: Caller, appId: string): Promise<AppRow> {
  const row = await findApp(caller.organizationId, appId);
  if (!row) throw notFound();
  return row;
}

/**
 * The app that its owner asks for: the one with this key, or else their only one. 400 `missing_param_api_key` for an owner
 * of several, `invalid_param_api_key` for a key of no app of theirs; null for somebody who owns none.
 */
export async function ownedApp(ownerId: string, key: string | null): Promise<Signer | null> {
  const [app, another] = await findOwnedApps(ownerId, key, 2);
  if (another) {
    throw invalidParameters({ missing_param_api_key: "You own several apps: say which, by its API key." });
  }
  if (!app && key !== null) {
    throw invalidParameters({ invalid_param_api_key: "You own no app with this API key." });
  }
  return app ? signerOf(app) : null;
}

/** Keeps an app from being deleted while something of it is made; false when the organization has none with this id. */
export const holdApp = (organizationId: string, id: string): Promise<boolean> => lockApp(organizationId, id);

/**
 * What the owner of an app and the holder of its secret may do: create courses and delete them with all their grades,
 * issue badges by their rules, and make templates for these.
 */
const APP_RIGHTS: Rights = {
  scopes: new Set(["badge_templates", "issued_badges", "memberships"]),
  access: FULL_ACCESS,
};

const requireAppRights = (caller: Caller): void =>
  requireRights(caller, APP_RIGHTS, "Creating or changing a learning app");

/** The owner that a body names, or else the person who asks, or else the organization's first administrator. */
async function ownerOf(caller: Caller, given: string | undefined): Promise<string> {
  const { organizationId, actor } = caller;
  const wanted = given ?? (actor.type === "User" ? actor.id : await findFirstAdministratorId(organizationId));
  if (wanted && (await isMember(organizationId, wanted))) return wanted;
  throw invalidField("owner_id", "not_a_member", "must be a member of the organization");
}

/**
 * Makes an app; the secret is in this answer alone. 403 for a caller that may not do all that an app may.
 * 422 for an owner who is no member.
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
      ownerId: await ownerOf(caller, body.owner_id),
      consumerKey: randomText(KEY_LENGTH),
      secret: appSecrets.encrypt(secret, id),
      createdAt: now,
      updatedAt: now,
    });
    return { ...row, secret };
  });
}

/**
 * Changes the given fields, the others stay. Another owner ends the tokens of the one before. 403 as for making one;
 * 404 unknown; 422 for an owner who is no member.
 */
export async function updateApp(caller: Caller, id: string, body: LearningAppChange): Promise<AppRow> {
  requireAppRights(caller);
  const named = {
    name: body.name,
    enterprise: body.enterprise,
    registeredOriginsOnly: body.registered_origins_only,
  };
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return withAuditEntry(caller, "learning_app.update", id, async () => {
    const owner: { ownerId?: string } =
      body.owner_id === undefined ? {} : { ownerId: await ownerOf(caller, body.owner_id) };
    const row = await saveApp(caller.organizationId, id, { ...given, ...owner, updatedAt: clock.now() });
    if (!row) throw notFound();
    if (owner.ownerId !== undefined) await endFormerOwners(id, owner.ownerId);
    return row;
  });
}

/**
 * Gives an app a new secret, which is in this answer alone. Requests signed with the old one are refused at once, and what
 * the app opened ends: tokens of its owner, of integrations and of learners, what it lent to other apps, and codes for
 * it. An LMS gets new ones by signing again, the owner by signing in. 403 as for making one; 404 unknown.
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
    await endConnections(id);
    return { ...row, secret };
  });
}

/** Deletes an app with its integrations and all their data, which ends its tokens at once. 404 unknown. */
export async function deleteApp(caller: Caller, id: string): Promise<void> {
  await withAuditEntry(caller, "learning_app.delete", id, async () => {
    const { count } = await deleteAppRow(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}
