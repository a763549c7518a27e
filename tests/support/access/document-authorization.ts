import { ensureSignedCredential } from "@/lib/credentials/signed-credentials/service";
import { badgeBody, createTemplate, type TestOrganization } from "../builders";
import { createPerson, type Person } from "../accounts/members";
import { send } from "../http/client";
import type { Preparation } from "./preparation";

/** A pending badge of a person. */
export async function createOwnBadge(organization: TestOrganization) {
  const person: Person = await createPerson();
  const template = await createTemplate(organization);
  const { data } = await organization.client.post(
    "/badges",
    badgeBody(template.id, { recipient_email: person.email }),
  );
  return { ids: { badge_id: String(data.id) }, person };
}

/** A badge that its earner accepted and that is public. */
export async function createShownBadge(organization: TestOrganization) {
  const { ids, person } = await createOwnBadge(organization);
  await send("POST", `/me/badges/${ids.badge_id}/accept`, { headers: person.headers, body: {} });
  return { ids, person };
}

const prepareNothing: Preparation = () => Promise.resolve({});

/** A key that signs, of the organization itself. */
const signingKey: Preparation = async (organization) => {
  const { data } = await organization.client.post("/signing_keys/rotate", { algorithm: "P-256" });
  return { ids: { signing_key_id: String(data.id) }, body: {} };
};

/** What each operation on an organization's keys is sent, by operation id. */
export const KEY_PREPARATIONS: Record<string, Preparation> = {
  "GET /organizations/[organization_id]/signing_keys": prepareNothing,
  "POST /organizations/[organization_id]/signing_keys/rotate": () =>
    Promise.resolve({ body: { algorithm: "Ed25519" } }),
  "POST /organizations/[organization_id]/signing_keys/[signing_key_id]/retire": signingKey,
};

/** What each operation for the public documents of badges is sent, by operation id. */
export const DOCUMENT_PREPARATIONS: Record<string, Preparation> = {
  "GET /obi/v2/badge_assertions/[badge_id]": createShownBadge,
  "GET /obi/v2/badge_assertions/[badge_id]/image": createShownBadge,
  "GET /obi/v2/badge_assertions/[badge_id]/image.svg": createShownBadge,
  "GET /obi/v2/badge_classes/[badge_template_id]": async (organization) => ({
    ids: { badge_template_id: (await createTemplate(organization)).id },
  }),
  "GET /obi/v2/issuers/[organization_id]": prepareNothing,
  "GET /obi/v3/credentials/[badge_id]": createShownBadge,
  "GET /obi/v3/credentials/[badge_id]/image.png": createShownBadge,
  "GET /obi/v3/credentials/[badge_id]/image.svg": createShownBadge,
  "GET /obi/v3/credentials/[badge_id]/status": createShownBadge,
  "GET /obi/v3/issuers/[organization_id]": prepareNothing,
  "GET /v1/oembed": prepareNothing,
  "GET /obi/v3/issuers/[organization_id]/did.json": prepareNothing,
  "GET /obi/v3/issuers/[organization_id]/jwk": prepareNothing,
  "GET /obi/v3/issuers/[organization_id]/jwks": prepareNothing,
  // The list begins with the first credential.
  "GET /obi/v3/issuers/[organization_id]/status_lists/[list_number]": async (organization) => {
    const { ids } = await createShownBadge(organization);
    await ensureSignedCredential(ids.badge_id);
    return { ids: { list_number: "1" } };
  },
};
