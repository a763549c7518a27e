import type { ListInput } from "@/lib/kernel/list/list-input";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { busy, forbidden, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { readPageRequest, type Page } from "@/lib/kernel/list/page";
import { createWebhookSecret } from "@/lib/platform/outbound/standard-webhooks";
import { EVENT_TYPES } from "@/lib/platform/recording/choices";
import {
  countOrganizations,
  tryLockFirstOrganization,
  ensureMembership,
  findFirstAdministrator,
  findMembership,
  findOrganization,
  findOrganizationPage,
  findOrganizationIdsByUsers,
  findOrganizationSummary,
  findOrganizationSummaryPage,
  findWorkforceEnabled,
  insertMembership,
  insertOrganization,
  lockOrganizationMembers,
  saveOrganization,
  isSlugTaken,
} from "./queries";
import { webhookSecrets, type OrganizationRow, type SummaryRow } from "./serializer";
import { toSlug } from "./slug";

/** Lists the organizations of the caller: one for a token or application, all memberships for a person. */
export function listOrganizations(caller: Caller, input: ListInput): Promise<Page<OrganizationRow>> {
  return findOrganizationPage(caller.organizationIds, input.page);
}

/** Returns the organization of the path. Throws 404 when it was deleted. */
export async function getOrganization(caller: Caller): Promise<OrganizationRow> {
  const row = await findOrganization(caller.organizationId);
  if (!row) throw notFound();
  return row;
}

/** Checks whether the organization has access to workforce data (`workforce_enabled`). */
export const hasWorkforceAccess = async ({
  organizationId,
}: Pick<Caller, "organizationId">): Promise<boolean> =>
  (await findWorkforceEnabled(organizationId))?.workforceEnabled === true;

/** Throws 403 unless the organization has access to workforce data. */
export async function requireWorkforceAccess(caller: Caller): Promise<void> {
  if (!(await hasWorkforceAccess(caller))) {
    throw forbidden("This organization has no access to workforce data.", "workforce_disabled");
  }
}

/**
 * Turns access to workforce data on or off, for the operator of the installation only. Writes no audit entry when
 * nothing changes.
 */
export async function setWorkforceAccess(caller: Caller, isEnabled: boolean): Promise<void> {
  if ((await hasWorkforceAccess(caller)) === isEnabled) return;
  const action = isEnabled ? "organization.enable_workforce" : "organization.disable_workforce";
  await withAuditEntry(caller, action, caller.organizationId, () =>
    saveOrganization(caller.organizationId, { workforceEnabled: isEnabled }),
  );
}

/** Checks whether a person is a member of the organization, in any role. */
export const isMember = async (organizationId: string, userId: string): Promise<boolean> =>
  (await findMembership(organizationId, userId)) !== null;

/** Finds the administrator that the organization has had longest. Null when it has none. */
export const findFirstAdministratorId = async (organizationId: string): Promise<string | null> =>
  (await findFirstAdministrator(organizationId))?.userId ?? null;

/**
 * Makes a person an issuer of the organization, unless they are already a member. Throws 404 for an unknown
 * organization.
 */
export async function addIssuer(organizationId: string, userId: string): Promise<void> {
  if (!(await findOrganization(organizationId))) throw notFound("There is no such organization.");
  await ensureMembership(organizationId, userId, "issuer");
}

/** Makes a person an administrator of the organization, whatever their role was. */
export async function addAdministrator(organizationId: string, userId: string): Promise<void> {
  await insertMembership(organizationId, userId, "administrator");
}

/** Lists all organizations of the installation, for its operator. `query` is a part of the name. */
export const listAllOrganizations = (given: {
  query?: string | undefined;
  page: number;
}): Promise<Page<SummaryRow>> =>
  findOrganizationSummaryPage(
    given.query,
    readPageRequest(new URLSearchParams({ page: String(given.page) })),
  );

/**
 * Returns the organization with this id or vanity slug, for the operator of the installation. Throws 404 for an
 * unknown one.
 */
export async function getOrganizationByKey(key: string): Promise<SummaryRow> {
  const row = await findOrganizationSummary(key);
  if (!row) throw notFound(`There is no organization ${key}.`);
  return row;
}

/**
 * Checks whether the installation has no organization yet, as at its very first start, and whether only this caller is
 * creating one: of several machines that start at once, the others get false. Call it in the transaction that creates
 * the organization.
 */
export const isFirstStart = async (): Promise<boolean> =>
  (await tryLockFirstOrganization()) && (await countOrganizations()) === 0;

type NewOrganization = Omit<
  Parameters<typeof insertOrganization>[0],
  "id" | "vanitySlug" | "allowedWebhooks" | "webhookSecret"
>;

/**
 * Creates an organization without members, subscribed to every event type, with this slug unless another one has it.
 * Call it in a transaction.
 */
export async function insertNewOrganization(
  given: NewOrganization,
  slug: string,
): Promise<{ id: string; vanitySlug: string }> {
  const id = newId();
  const isUsable = slug !== "" && !(await isSlugTaken(slug));
  const vanitySlug = isUsable ? slug : `${slug}-${id.slice(-6)}`.replace(/^-/, "");
  await insertOrganization({
    ...given,
    id,
    vanitySlug,
    allowedWebhooks: [...EVENT_TYPES],
    webhookSecret: webhookSecrets.encrypt(createWebhookSecret(), id),
  });
  return { id, vanitySlug };
}

/** Creates an organization with its first administrator, subscribed to every event type. Returns its id. */
export async function createOrganization(input: {
  name: string;
  administratorId: string;
  contactEmail: string;
  primaryHexColor?: string;
  websiteUrl?: string;
  bio?: string;
}): Promise<string> {
  const { administratorId, ...given } = input;
  return transaction(async () => {
    const { id } = await insertNewOrganization({ ...given, workforceEnabled: true }, toSlug(input.name));
    await insertMembership(id, administratorId, "administrator");
    return id;
  });
}

/**
 * Locks an organization's members and invitations until the transaction ends, so that changes of them run one after
 * the other.
 */
export const lockMembers = lockOrganizationMembers;

/**
 * Locks the members of every organization that these accounts belong to, and returns those organizations. These locks
 * come first (decision 0067). Memberships can be added until the accounts
 * are locked; `requireMembersLocked` checks that none was.
 */
export async function lockMembersOfUsers(userIds: string[]): Promise<string[]> {
  const organizationIds = await findOrganizationIdsByUsers(userIds);
  for (const organizationId of organizationIds) await lockMembers(organizationId);
  return organizationIds;
}

/**
 * Throws a retryable 503 when one of these accounts joined another organization since its organizations were locked.
 */
export async function requireMembersLocked(userIds: string[], lockedIds: string[]): Promise<void> {
  const organizationIds = await findOrganizationIdsByUsers(userIds);
  if (organizationIds.some((id) => !lockedIds.includes(id))) throw busy();
}
