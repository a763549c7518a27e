import type { ListInput } from "@/lib/kernel/list/list-input";
import { audited } from "@/lib/access/audit/service";
import type { Actor, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import type { Page } from "@/lib/kernel/list/page";
import {
  ALL_RIGHTS,
  covers,
  requireCovers,
  storedScopes,
  wantedScopes,
  type Rights,
} from "@/lib/access/callers/rights";
import { digest } from "@/lib/kernel/secrets";
import { creatorColumns, withCreator, withCreators } from "@/lib/organizations/profile/creators";
import { newClient } from "./access-tokens";
import {
  deleteAccessTokens,
  deleteApplicationRow,
  findApplication,
  findApplicationPage,
  insertApplication,
  lockApplication,
  saveApplication,
} from "./queries";
import type { OAuthApplicationChange, OAuthApplicationInput } from "./schema";
import {
  rightsOf,
  type ApplicationRow,
  type NewApplication,
  type RightsColumns,
  type ShownApplication,
} from "./serializer";

const subjectOf = ({ id }: ApplicationRow): string => String(id);

/** The OAuth applications of the organization, newest first. */
export async function listApplications(
  { organizationId }: Caller,
  input: ListInput,
): Promise<Page<ShownApplication>> {
  const page = await findApplicationPage(organizationId, input.page);
  return { ...page, rows: await withCreators(organizationId, page.rows) };
}

/** One application; 404 when the organization has none with this id. */
export async function getApplication(caller: Caller, applicationId: number): Promise<ShownApplication> {
  const row = await findApplication(caller.organizationId, applicationId);
  if (!row) throw notFound();
  return withCreator(caller.organizationId, row);
}

/** What an application of the organization may do now; null when there is none with this id. */
export async function applicationRights(organizationId: string, id: number): Promise<Rights | null> {
  const row = await findApplication(organizationId, id);
  return row && rightsOf(row);
}

const rightsColumns = ({ scopes, access }: Rights): RightsColumns => ({
  scopes: storedScopes(scopes),
  readEnabled: access.read,
  writeEnabled: access.write,
  deleteEnabled: access.delete,
});

/** These rights with the changes that a body asks for. */
const changedRights = (rights: Rights, { scopes, access }: OAuthApplicationChange): Rights => ({
  scopes: wantedScopes(scopes, rights.scopes),
  access: access ?? rights.access,
});

/** An application that nobody else changes until the open transaction ends; 404 unknown. */
async function lockedApplication({ organizationId }: Caller, id: number): Promise<ApplicationRow> {
  const isLocked = await lockApplication(organizationId, id);
  const row = isLocked ? await findApplication(organizationId, id) : null;
  if (!row) throw notFound();
  return row;
}

async function makeApplication(
  organizationId: string,
  input: { name: string; description?: string | null; dataServicesEnabled: boolean },
  rights: Rights,
  creator: Actor,
): Promise<NewApplication> {
  const { uid, secret } = newClient();
  const now = clock.now();
  const row = await insertApplication({
    ...input,
    ...rightsColumns(rights),
    organizationId,
    uid,
    secretDigest: digest(secret),
    ...creatorColumns(creator),
    createdAt: now,
    updatedAt: now,
  });
  return { ...row, isCreatorAvailable: true, secret };
}

/**
 * Creates an application; the secret is in this answer alone, because only its digest is kept. Data services are off
 * unless asked for (decision 0017); its scopes and access are the caller's unless fewer are asked for. 403 when
 * it would have more than the caller: nobody grants what they do not have (specification, "Authorization tokens",
 * rule 2).
 */
export async function createApplication(
  caller: Caller,
  body: OAuthApplicationInput,
): Promise<NewApplication> {
  const rights = changedRights(caller, body);
  requireCovers(caller, rights, "Creating this application", "exceeds_permissions");
  const { name, description = null, data_services_enabled = false } = body;
  const input = { name, description, dataServicesEnabled: data_services_enabled };
  return audited(caller, "oauth_application.create", subjectOf, () =>
    makeApplication(caller.organizationId, input, rights, caller.actor),
  );
}

/**
 * The rights that a change leaves an application, which is locked until the open transaction ends. 403 when they go
 * beyond the caller's as well as beyond those that it has; 404 unknown.
 */
async function nextRights(caller: Caller, id: number, body: OAuthApplicationChange): Promise<Rights> {
  const row = await lockedApplication(caller, id);
  const present = rightsOf(row);
  const next = changedRights(present, body);
  if (!covers(present, next))
    requireCovers(caller, next, "Giving an application these rights", "exceeds_permissions");
  return next;
}

/**
 * Changes the given fields, the others stay; null empties the description. Its access tokens lose at once what the
 * application loses. 403 when it would gain more than the caller has; 404 unknown.
 */
export async function updateApplication(
  caller: Caller,
  id: number,
  body: OAuthApplicationChange,
): Promise<ShownApplication> {
  const columns = {
    name: body.name,
    description: body.description,
    dataServicesEnabled: body.data_services_enabled,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const hasRights = body.scopes !== undefined || body.access !== undefined;
  return audited(caller, "oauth_application.update", subjectOf, async () => {
    const rights = hasRights ? rightsColumns(await nextRights(caller, id, body)) : {};
    const changes = { ...given, ...rights, updatedAt: clock.now() };
    const row = await saveApplication(caller.organizationId, id, changes);
    if (!row) throw notFound();
    return withCreator(caller.organizationId, row);
  });
}

/**
 * Gives an application a new secret, which is in this answer alone. The old one is refused at once, and the access
 * tokens it obtained end with it: who rotates a secret because others know it is rid of them. 403 for an application
 * that may do more than the caller; 404 unknown.
 */
export async function rotateApplicationSecret(caller: Caller, id: number): Promise<NewApplication> {
  const { secret } = newClient();
  return audited(caller, "oauth_application.rotate_secret", subjectOf, async () => {
    const present = await lockedApplication(caller, id);
    requireCovers(caller, rightsOf(present), "Rotating the secret of this application");
    const changes = { secretDigest: digest(secret), updatedAt: clock.now() };
    const row = await saveApplication(caller.organizationId, id, changes);
    if (!row) throw notFound();
    await deleteAccessTokens(caller.organizationId, id);
    return { ...(await withCreator(caller.organizationId, row)), secret };
  });
}

/** Deletes an application, which ends its access tokens at once. 404 unknown. */
export async function deleteApplication(caller: Caller, id: number): Promise<void> {
  await audited(caller, "oauth_application.delete", String(id), async () => {
    const { count } = await deleteApplicationRow(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}

/**
 * The application `Default` of a new organization, with data services on, so that setting `webhook_url` is enough to
 * receive webhooks (decision 0017). The secret is returned here and kept as a digest only.
 */
export async function createDefaultApplication(
  organizationId: string,
  creator: { id: string; name: string },
): Promise<{ clientId: string; clientSecret: string }> {
  const input = { name: "Default", dataServicesEnabled: true };
  const { uid, secret } = await makeApplication(organizationId, input, ALL_RIGHTS, {
    type: "User",
    ...creator,
  });
  return { clientId: uid, clientSecret: secret };
}
