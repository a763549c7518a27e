import { audited } from "@/lib/audit/service";
import type { Caller } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { forbidden, notFound } from "@/lib/kernel/errors";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import { digest } from "@/lib/kernel/secrets";
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
import type { ApplicationRow, NewApplication } from "./serializer";

type Target = { params: Record<string, string> };

const idOf = ({ params }: Target): number => Number(params.oauth_application_id);
const subjectOf = ({ id }: ApplicationRow): string => String(id);

/** The OAuth applications of the organization, newest first. */
export function listApplications(
  caller: Caller,
  { query }: { query: URLSearchParams },
): Promise<Page<ApplicationRow>> {
  return findApplicationPage(caller.organizationId, parsePage(query));
}

/** One application; 404 when the organization has none with this id. */
export async function getApplication(caller: Caller, target: Target): Promise<ApplicationRow> {
  const row = await findApplication(caller.organizationId, idOf(target));
  if (!row) throw notFound();
  return row;
}

/** Whether the organization has an application with this id. */
export const isApplicationOf = async (organizationId: string, id: string): Promise<boolean> =>
  (await findApplication(organizationId, Number(id))) !== null;

async function makeApplication(
  organizationId: string,
  input: { name: string; description?: string | null; dataServicesEnabled: boolean },
  creator: { id: string; type: string; name: string },
): Promise<NewApplication> {
  const { uid, secret } = newClient();
  const now = clock.now();
  const row = await insertApplication({
    ...input,
    organizationId,
    uid,
    secretDigest: digest(secret),
    createdById: creator.id,
    createdByType: creator.type,
    createdByName: creator.name,
    createdAt: now,
    updatedAt: now,
  });
  return { ...row, secret };
}

/** Whoever has the secret of an application may do everything. */
function requireEverything({ access }: Caller): void {
  if (access.read && access.write && access.delete) return;
  throw forbidden("An application may read, write and delete: its secret takes a credential that may.");
}

/**
 * Makes an application; the secret is in this answer alone, because only its digest is kept. Data services are off
 * unless asked for (README, decision 17). 403 for a caller that may not read, write and delete: an application may, and
 * nobody grants what they do not have (specification, "Authorization tokens", rule 2).
 */
export async function createApplication(
  caller: Caller,
  { body }: { body: OAuthApplicationInput },
): Promise<NewApplication> {
  requireEverything(caller);
  const { name, description = null, data_services_enabled = false } = body;
  const input = { name, description, dataServicesEnabled: data_services_enabled };
  return audited(caller, "oauth_application.create", subjectOf, () =>
    makeApplication(caller.organizationId, input, caller.actor),
  );
}

/** Changes the given fields, the others stay; null empties the description. 404 unknown. */
export async function updateApplication(
  caller: Caller,
  { body, ...target }: Target & { body: OAuthApplicationChange },
): Promise<ApplicationRow> {
  const columns = {
    name: body.name,
    description: body.description,
    dataServicesEnabled: body.data_services_enabled,
  };
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const changes = { ...given, updatedAt: clock.now() };
  return audited(caller, "oauth_application.update", subjectOf, async () => {
    const row = await saveApplication(caller.organizationId, idOf(target), changes);
    if (!row) throw notFound();
    return row;
  });
}

/**
 * Gives an application a new secret, which is in this answer alone. The old one is refused at once, and the access
 * tokens it obtained end with it: who rotates a secret because others know it is rid of them. 403 as for making one;
 * 404 unknown.
 */
export async function rotateApplicationSecret(caller: Caller, target: Target): Promise<NewApplication> {
  requireEverything(caller);
  const id = idOf(target);
  const { secret } = newClient();
  return audited(caller, "oauth_application.rotate_secret", subjectOf, async () => {
    const isLocked = await lockApplication(caller.organizationId, id);
    const changes = { secretDigest: digest(secret), updatedAt: clock.now() };
    const row = isLocked ? await saveApplication(caller.organizationId, id, changes) : null;
    if (!row) throw notFound();
    await deleteAccessTokens(caller.organizationId, id);
    return { ...row, secret };
  });
}

/** Deletes an application, which ends its access tokens at once. 404 unknown. */
export async function deleteApplication(caller: Caller, target: Target): Promise<void> {
  const id = idOf(target);
  await audited(caller, "oauth_application.delete", String(id), async () => {
    const { count } = await deleteApplicationRow(caller.organizationId, id);
    if (count === 0) throw notFound();
  });
}

/**
 * The application `Default` of a new organization, with data services on, so that setting `webhook_url` is enough to
 * receive webhooks (README, decision 17). The secret is returned here and kept as a digest only.
 */
export async function createDefaultApplication(
  organizationId: string,
  creator: { id: string; name: string },
): Promise<{ clientId: string; clientSecret: string }> {
  const input = { name: "Default", dataServicesEnabled: true };
  const { uid, secret } = await makeApplication(organizationId, input, { type: "User", ...creator });
  return { clientId: uid, clientSecret: secret };
}
