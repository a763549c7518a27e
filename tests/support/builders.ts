import { setUpOrganization } from "@/lib/platform/installation/service";
import { clientOf } from "./http/client";

let count = 0;

/** Returns a number that no other caller of this file has received. */
export const serial = (): number => (count += 1);

/** Creates an organization with a client that may do everything in it. */
export async function makeOrganization(name = `Organization ${serial()}`) {
  const { made, caller } = await setUpOrganization({ name, adminEmail: `admin-${serial()}@example.org` });
  return {
    ...made,
    id: made.organization_id,
    caller,
    client: clientOf(made.organization_id, made.authorization_token),
  };
}

export type TestOrganization = Awaited<ReturnType<typeof makeOrganization>>;

export const templateBody = (changes: Record<string, unknown> = {}) => ({
  name: `Template ${serial()}`,
  description: "What it says.",
  global_activity_url: "https://example.org/course",
  skills: ["Testing"],
  ...changes,
});

/** The smallest PNG: a template with its own image needs no generated one. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Creates an active template through the API. */
export async function makeTemplate(organization: TestOrganization, changes: Record<string, unknown> = {}) {
  const answer = await organization.client.post(
    "/badge_templates",
    templateBody({ image: PIXEL, ...changes }),
  );
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string; name: string };
}

/** Creates a recommendation of a web address through the API. */
export async function makeRecommendation(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
) {
  const answer = await organization.client.post("/recommendations", {
    type: "education",
    title: `Recommendation ${serial()}`,
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
  recipient_email: `earner-${serial()}@example.org`,
  issued_to_first_name: "Ada",
  issued_to_last_name: "Okafor",
  badge_template_id: templateId,
  issued_at: "2026-04-01T09:41:00Z",
  ...changes,
});

/** Creates an employee record through the API. */
export async function makeEmployee(organization: TestOrganization, changes: Record<string, unknown> = {}) {
  const body = { email: `employee-${serial()}@example.org`, ...changes };
  const answer = await organization.client.post("/employees", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as { id: string; email: string };
}

/** Creates two unrelated organizations. */
export const makeTwo = async () => [await makeOrganization(), await makeOrganization()] as const;
