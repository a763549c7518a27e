import { GET as finishRoute } from "@/app/(earner)/saml/[organization_id]/finish/route";
import { POST as responseRoute } from "@/app/(earner)/saml/[organization_id]/response/route";
import { GET as signInRoute } from "@/app/(earner)/saml/[organization_id]/sign-in/route";
import { sessionCookieName } from "@/lib/accounts/sessions/session";
import { createTestOrganization, nextSerial, type TestOrganization } from "../builders";
import { ORIGIN } from "../http/client";
import { sql } from "../platform/database";
import {
  buildProviderMetadata,
  buildSignedResponse,
  readRequest,
  type SamlClaims,
  type SigningKey,
} from "./saml-provider";

export const SIGN_IN_URL = "https://idp.example/sign-in";

/** Verifies a domain of an organization by its DNS record, or ends the verification. */
export async function verifyDomain(organizationId: string, domain: string | null): Promise<void> {
  await sql(
    `UPDATE organizations SET verified_domain = $2, verified_at = CASE WHEN $2::text IS NOT NULL THEN now() END WHERE id = $1`,
    [organizationId, domain],
  );
  if (domain === null) return;
  await sql(
    `INSERT INTO organization_domains (organization_id, name, token, method, created_at) VALUES ($1, $2, 'x', 'dns', now())
     ON CONFLICT (organization_id) DO UPDATE SET name = $2, method = 'dns'`,
    [organizationId, domain],
  );
}

/** An organization with a verified domain and an identity provider. */
export async function createProvidedOrganization(
  { certificate, key }: SigningKey,
  changes: Record<string, unknown> = {},
): Promise<TestOrganization & { domain: string }> {
  const organization = await createTestOrganization();
  const domain = `company-${nextSerial()}.example.org`;
  await verifyDomain(organization.id, domain);
  const metadata = buildProviderMetadata(SIGN_IN_URL, { certificate, key });
  const { status, data } = await organization.client.put("/identity_provider", { metadata, ...changes });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return { ...organization, domain };
}

/** An organization that has tried its provider and requires it. */
export async function createRequiringOrganization(
  key: SigningKey,
): Promise<TestOrganization & { domain: string }> {
  const organization = await createProvidedOrganization(key);
  await signInBySaml(organization.id, key, { nameId: newAddress(organization.domain) });
  const { status, data } = await organization.client.put("/identity_provider", { is_required: true });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return organization;
}

/** A new address of a domain. */
export const newAddress = (domain: string): string => `person-${nextSerial()}@${domain}`;

/** Reads the role of the person with an address in an organization. Null when they are no member. */
export const readRole = async (organizationId: string, email: string): Promise<unknown> => {
  const [row] = await sql(
    `SELECT role FROM memberships JOIN user_emails USING (user_id) WHERE organization_id = $1 AND email = $2`,
    [organizationId, email],
  );
  return row?.role ?? null;
};

const context = (organizationId: string) => ({
  params: Promise.resolve({ organization_id: organizationId }),
});
const address = (organizationId: string, end: string): string => `${ORIGIN}/saml/${organizationId}/${end}`;

/** The value of a cookie that a response sets, as a browser sends it back; empty without one. */
export const readSetCookie = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .flatMap((line) => line.split(";", 1))
    .find((pair) => pair.includes(`${name}=`)) ?? "";

/** A sign-in that has been sent to the provider. */
export type BegunSignIn = {
  organizationId: string;
  location: string;
  requestId: string;
  /** The cookie of the browser that began it. */
  cookie: string;
  claims: Pick<SamlClaims, "inResponseTo" | "audience" | "recipient">;
};

/** Requests the address that begins a sign-in. */
export const requestSignIn = (
  organizationId: string,
  query = "",
  headers: Record<string, string> = {},
): Promise<Response> =>
  signInRoute(new Request(address(organizationId, `sign-in${query}`), { headers }), context(organizationId));

/** Begins a sign-in as a browser does. */
export async function beginSignIn(
  organizationId: string,
  query = "",
  headers: Record<string, string> = {},
): Promise<BegunSignIn> {
  const response = await requestSignIn(organizationId, query, headers);
  const location = response.headers.get("location") ?? "";
  const requestId = location.startsWith(SIGN_IN_URL) ? readRequest(location).id : "";
  return {
    organizationId,
    location,
    requestId,
    cookie: readSetCookie(response, "badges.saml"),
    claims: {
      inResponseTo: requestId,
      audience: address(organizationId, "metadata"),
      recipient: address(organizationId, "response"),
    },
  };
}

/** Sends a response as the form of a provider does, without cookies. Returns where the browser is led. */
export async function sendResponse(organizationId: string, xml: string): Promise<URL> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64") });
  const headers = { origin: "https://idp.example" };
  const response = await responseRoute(
    new Request(address(organizationId, "response"), { method: "POST", body, headers }),
    context(organizationId),
  );
  return new URL(response.headers.get("location") ?? "", ORIGIN);
}

/** Opens the address that finishes a sign-in, in a browser with this cookie. */
export async function finishSignIn(organizationId: string, location: URL, cookie: string) {
  const response = await finishRoute(new Request(location, { headers: { cookie } }), context(organizationId));
  return {
    location: new URL(response.headers.get("location") ?? "", ORIGIN),
    cookie: readSetCookie(response, sessionCookieName()),
    cookies: response.headers.getSetCookie(),
  };
}

/** Signs in by an honest provider. Returns where the browser ends and the cookie of its session. */
export async function signInBySaml(
  organizationId: string,
  key: SigningKey,
  { query = "", ...changes }: Partial<SamlClaims> & { nameId: string; query?: string },
) {
  const begun = await beginSignIn(organizationId, query);
  const accepted = await sendResponse(
    organizationId,
    buildSignedResponse({ ...begun.claims, ...changes }, key),
  );
  return finishSignIn(organizationId, accepted, begun.cookie);
}
