import { setUpOrganization } from "@/lib/operations/installation/service";
import { createOrganizationClient } from "./http/client";

let count = 0;

/** Returns a number that no other caller of this file has received. */
export const nextSerial = (): number => (count += 1);

/** Creates an organization with a client that may do everything in it. */
export async function createTestOrganization(name = `Organization ${nextSerial()}`) {
  const { made: created, caller } = await setUpOrganization({
    name,
    adminEmail: `admin-${nextSerial()}@example.org`,
  });
  return {
    ...created,
    id: created.organization_id,
    caller,
    client: createOrganizationClient(created.organization_id, created.authorization_token),
  };
}

export type TestOrganization = Awaited<ReturnType<typeof createTestOrganization>>;

export const templateBody = (changes: Record<string, unknown> = {}) => ({
  name: `Template ${nextSerial()}`,
  description: "What it says.",
  global_activity_url: "https://example.org/course",
  skills: ["Testing"],
  ...changes,
});

/** The smallest PNG: a template with its own image needs no generated one. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Creates an active template through the API. */
export async function createTemplate(organization: TestOrganization, changes: Record<string, unknown> = {}) {
  const answer = await organization.client.post(
    "/badge_templates",
    templateBody({ image: PIXEL, ...changes }),
  );
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string; name: string };
}

/** Creates a recommendation of a web address through the API. */
export async function createRecommendation(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
) {
  const answer = await organization.client.post("/recommendations", {
    type: "education",
    title: `Recommendation ${nextSerial()}`,
    activity_url: "https://example.org/next",
    ...changes,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string; title: string };
}

/** Allows `issuer` to issue the templates of `grantor`. Returns the grantor's record of it. */
export async function authorizeIssuer(
  grantor: TestOrganization,
  issuer: { id: string },
  changes: Record<string, unknown> = {},
) {
  const answer = await grantor.client.post("/issuers", { issuer_id: issuer.id, ...changes });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string };
}

export const badgeBody = (templateId: string, changes: Record<string, unknown> = {}) => ({
  recipient_email: `earner-${nextSerial()}@example.org`,
  issued_to_first_name: "Ada",
  issued_to_last_name: "Okafor",
  badge_template_id: templateId,
  issued_at: "2026-04-01T09:41:00Z",
  ...changes,
});

/** Creates an employee record through the API. */
export async function createEmployee(organization: TestOrganization, changes: Record<string, unknown> = {}) {
  const body = { email: `employee-${nextSerial()}@example.org`, ...changes };
  const answer = await organization.client.post("/employees", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string; email: string };
}

/** Creates two unrelated organizations. */
export const createTwoOrganizations = async () =>
  [await createTestOrganization(), await createTestOrganization()] as const;
