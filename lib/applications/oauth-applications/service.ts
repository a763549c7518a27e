import type { ListInput } from "@/lib/kernel/list/list-input";
import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Actor, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import type { Page } from "@/lib/kernel/list/page";
import {
  ALL_RIGHTS,
  covers,
  requireRights,
  encodeScopes,
  requestedScopes,
  type Rights,
} from "@/lib/access/callers/rights";
import { digest } from "@/lib/kernel/secrets";
import { creatorColumns, withCreator, withCreators } from "@/lib/organizations/profile/creators";
import { generateClientCredentials } from "./access-tokens";
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
  applicationRights,
  presentApplication,
  type ApplicationRow,
  type ApplicationWithSecret,
  type RightsColumns,
  type ApplicationWithCreator,
} from "./serializer";

const auditSubject = ({ id }: ApplicationRow): string => String(id);

/** Lists the OAuth applications of the organization, newest first. */
export async function listApplications(
  { organizationId }: Caller,
  input: ListInput,
): Promise<Page<ApplicationWithCreator>> {
  const page = await findApplicationPage(organizationId, input.page);
  return { ...page, rows: await withCreators(organizationId, page.rows) };
}

/** Returns one application. Throws 404 when the organization has none with this id. */
export async function getApplication(caller: Caller, applicationId: number): Promise<ApplicationWithCreator> {
  const row = await findApplication(caller.organizationId, applicationId);
  if (!row) throw notFound();
  return withCreator(caller.organizationId, row);
}

/** Finds the current rights of an application of the organization. Null when it does not exist. */
export async function findApplicationRights(organizationId: string, id: number): Promise<Rights | null> {
  const row = await findApplication(organizationId, id);
  return row && applicationRights(row);
}

const rightsColumns = ({ scopes, access }: Rights): RightsColumns => ({
  scopes: encodeScopes(scopes),
  readEnabled: access.read,
  writeEnabled: access.write,
  deleteEnabled: access.delete,
});

/** Returns these rights with the changes of a body. */
const applyRightsChange = (rights: Rights, { scopes, access }: OAuthApplicationChange): Rights => ({
  scopes: requestedScopes(scopes, rights.scopes),
  access: access ?? rights.access,
});

/** Returns an application, locked until the open transaction ends. Throws 404 when it is unknown. */
async function getLockedApplication({ organizationId }: Caller, id: number): Promise<ApplicationRow> {
  const isLocked = await lockApplication(organizationId, id);
  const row = isLocked ? await findApplication(organizationId, id) : null;
  if (!row) throw notFound();
  return row;
}

async function insertApplicationWithSecret(
  organizationId: string,
  input: { name: string; description?: string | null; dataServicesEnabled: boolean },
  rights: Rights,
  creator: Actor,
): Promise<ApplicationWithSecret> {
  const { uid, secret } = generateClientCredentials();
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
 * Creates an application. The secret is only in this response, because only its digest is stored. Data services are
 * off by default (decision 0017). Scopes and access default to the caller's. Throws 403 when the application would
 * have more rights than the caller (specification, "Authorization tokens", rule 2).
 */
export async function createApplication(
  caller: Caller,
  body: OAuthApplicationInput,
): Promise<ApplicationWithSecret> {
  const rights = applyRightsChange(caller, body);
  requireRights(caller, rights, "Creating this application", "exceeds_permissions");
  const { name, description = null, data_services_enabled = false } = body;
  const input = { name, description, dataServicesEnabled: data_services_enabled };
  return withAuditEntry(caller, "oauth_application.create", auditSubject, () =>
    insertApplicationWithSecret(caller.organizationId, input, rights, caller.actor),
  );
}

/**
 * Returns the rights of an application after a change, and locks it until the open transaction ends. Throws 403 when
 * they exceed both the caller's rights and the application's current ones, and 404 when it is unknown.
 */
async function resolveChangedRights(
  caller: Caller,
  id: number,
  body: OAuthApplicationChange,
): Promise<Rights> {
  const row = await getLockedApplication(caller, id);
  const current = applicationRights(row);
  const next = applyRightsChange(current, body);
  if (!covers(current, next))
    requireRights(caller, next, "Giving an application these rights", "exceeds_permissions");
  return next;
}

/**
 * Changes the given fields; null clears the description. Its access tokens lose removed rights at once. Throws 403
 * when it would gain more rights than the caller has, and 404 when it is unknown.
 */
export async function updateApplication(
  caller: Caller,
  id: number,
  body: OAuthApplicationChange,
): Promise<ApplicationWithCreator> {
  const columns = {
    name: body.name,
    description: body.description,
    dataServicesEnabled: body.data_services_enabled,
  };
  const givenColumns = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const hasRights = body.scopes !== undefined || body.access !== undefined;
  return withAuditEntry(caller, "oauth_application.update", auditSubject, async (noteChanges) => {
    const before = await getApplication(caller, id);
    const rights = hasRights ? rightsColumns(await resolveChangedRights(caller, id, body)) : {};
    const changes = { ...givenColumns, ...rights, updatedAt: clock.now() };
    const row = await saveApplication(caller.organizationId, id, changes);
    if (!row) throw notFound();
    const after = await withCreator(caller.organizationId, row);
    const [earlier, later] = [presentApplication(before), presentApplication(after)];
    noteChanges(listChanges(earlier, later, { ignored: ["updated_at"] }));
    return after;
  });
}

/**
 * Gives an application a new secret, which is only in this response. The old secret and the access tokens obtained
 * with it stop working at once, so rotation is enough when a secret has leaked. Throws 403 for an application with
 * more rights than the caller, and 404 when it is unknown.
 */
export async function rotateApplicationSecret(caller: Caller, id: number): Promise<ApplicationWithSecret> {
  const { secret } = generateClientCredentials();
  return withAuditEntry(caller, "oauth_application.rotate_secret", auditSubject, async () => {
    const current = await getLockedApplication(caller, id);
    requireRights(caller, applicationRights(current), "Rotating the secret of this application");
    const changes = { secretDigest: digest(secret), updatedAt: clock.now() };
    const row = await saveApplication(caller.organizationId, id, changes);
    if (!row) throw notFound();
    await deleteAccessTokens(caller.organizationId, id);
    return { ...(await withCreator(caller.organizationId, row)), secret };
  });
}

/** Deletes an application and its access tokens. Throws 404 when it is unknown. */
export async function deleteApplication(caller: Caller, id: number): Promise<void> {
  await withAuditEntry(caller, "oauth_application.delete", String(id), async () => {
    const { count } = await deleteApplicationRow(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}

/**
 * Creates the application `Default` of a new organization, with data services on, so that setting `webhook_url` is
 * enough to receive webhooks (decision 0017). Returns the secret, of which only a digest is stored.
 */
export async function createDefaultApplication(
  organizationId: string,
  creator: Actor,
): Promise<{ clientId: string; clientSecret: string }> {
  const input = { name: "Default", dataServicesEnabled: true };
  const { uid, secret } = await insertApplicationWithSecret(organizationId, input, ALL_RIGHTS, creator);
  return { clientId: uid, clientSecret: secret };
}
