import { unprocessable } from "@/lib/kernel/errors";
import { findTestIds } from "./queries";

/** Finds which of these organizations are test organizations, with one query. */
export const findTestOrganizationIds = (ids: string[]): Promise<Set<string>> =>
  findTestIds([...new Set(ids)]);

/** Whether this is a test organization: its mails are stored instead of sent, and its badges are marked as tests. */
export const isTestOrganization = async (organizationId: string): Promise<boolean> =>
  (await findTestOrganizationIds([organizationId])).has(organizationId);

/**
 * Throws 422 `test_mode` in a test organization. `reason` is a sentence that says what to do instead.
 */
export async function requireRealOrganization(organizationId: string, reason: string): Promise<void> {
  if (await isTestOrganization(organizationId)) throw unprocessable("test_mode", reason);
}

/** Throws 422 `test_mode` unless both organizations are real or both are test organizations. */
export async function requireSameMode(organizationId: string, otherId: string): Promise<void> {
  const tests = await findTestOrganizationIds([organizationId, otherId]);
  if (tests.has(organizationId) === tests.has(otherId)) return;
  throw unprocessable(
    "test_mode",
    "A test organization can work with other test organizations only. Use organizations of the same mode.",
  );
}
