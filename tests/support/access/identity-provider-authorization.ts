import { nextSerial } from "../builders";
import { buildProviderMetadata, createSigningKey } from "../accounts/saml-provider";
import { verifyDomain } from "../accounts/saml-sign-in";
import type { Preparation } from "./preparation";

let metadata: Promise<string> | undefined;

const readMetadata = (): Promise<string> =>
  (metadata ??= createSigningKey().then((key) => buildProviderMetadata("https://idp.example/sign-in", key)));

/** Verifies a domain of the organization, without which it can have no identity provider. */
const domain: Preparation = async ({ id }) => {
  await verifyDomain(id, `matrix-${nextSerial()}.example.org`);
  return { body: { metadata: await readMetadata() } };
};

const provider: Preparation = async (organization) => {
  const { body } = await domain(organization);
  await organization.client.put("/identity_provider", body);
  return {};
};

/** What each operation on an organization's identity provider is sent, by operation id. */
export const IDENTITY_PROVIDER_PREPARATIONS: Record<string, Preparation> = {
  "GET /organizations/[organization_id]/identity_provider": provider,
  "PUT /organizations/[organization_id]/identity_provider": domain,
  "DELETE /organizations/[organization_id]/identity_provider": provider,
  "POST /sign_in/provider": () => Promise.resolve({ body: { email: "ada@example.org" } }),
};
