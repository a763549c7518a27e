import { createOrganizationClient, send } from "../http/client";
import { createTestOrganization, type TestOrganization } from "../builders";
import { createMember, type Person } from "../accounts/members";

/** Opens the test organization of an organization, as its page does. */
export const openTestMode = (organization: Pick<TestOrganization, "id">, { headers }: Person) =>
  send("POST", `/v1/organizations/${organization.id}/test_organization`, { headers, body: {} });

/** Creates an organization with its test organization, whose client may do everything there. */
export async function createOpenedTestMode(name?: string) {
  const real = await createTestOrganization(name);
  const administrator = await createMember(real.id, "administrator");
  const { id } = (await openTestMode(real, administrator)).data as { id: string };
  const created = await send("POST", `/v1/organizations/${id}/authorization_tokens`, {
    headers: administrator.headers,
    body: { write_enabled: true, delete_enabled: true },
  });
  const client = createOrganizationClient(id, created.data.token as string);
  const test: TestOrganization = { ...real, id, client };
  return { real, administrator, test };
}
