import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { createDefaultApplication } from "@/lib/applications/oauth-applications/service";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { insertNewOrganization, lockMembers } from "@/lib/organizations/profile/service";
import { toTestName } from "@/lib/organizations/profile/test-name";
import { findTestBasis, findTestOrganization, insertMemberships } from "./queries";
import type { TestOrganizationRow } from "./serializer";

/** Returns the test organization of the caller's organization. Throws 404 when it has none. */
export async function getTestOrganization(caller: Caller): Promise<TestOrganizationRow> {
  const found = await findTestOrganization(caller.organizationId);
  if (!found) throw notFound("This organization has no test organization yet.");
  return found;
}

async function createTestOrganization({ organizationId, actor }: Caller): Promise<TestOrganizationRow> {
  const basis = await findTestBasis(organizationId);
  if (!basis) throw notFound();
  const { testOfId, memberships, name, vanitySlug: slug, ...copied } = basis;
  if (testOfId !== null) throw unprocessable("test_mode", "This is a test organization itself.");
  const test = { ...copied, name: toTestName(name), testOfId: organizationId };
  const created = await insertNewOrganization(test, `${slug}-test`);
  await insertMemberships(created.id, memberships);
  // Without an application with data services no webhook is sent.
  await createDefaultApplication(created.id, actor);
  return created;
}

/**
 * Returns the test organization of the caller's organization, and creates it at the first call, with the same members.
 * Throws 422 in a test organization.
 */
export async function openTestOrganization(caller: Caller): Promise<TestOrganizationRow> {
  const { organizationId } = caller;
  const found = await findTestOrganization(organizationId);
  if (found) return found;
  return withAuditEntry(caller, "organization.open_test", organizationId, async () => {
    // Members who are added, changed or removed meanwhile would otherwise be missed.
    await lockMembers(organizationId);
    return (await findTestOrganization(organizationId)) ?? createTestOrganization(caller);
  });
}
