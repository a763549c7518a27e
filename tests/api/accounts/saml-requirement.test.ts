import { X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { hashPassword } from "@/lib/identity/users/passwords";
import { changeOrganization } from "@/lib/operations/installation/commands";
import { nextSerial, type TestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import { createPersonClient, sendDueMails } from "../../support/accounts/earners";
import { createMember, createPerson } from "../../support/accounts/members";
import { attemptSignIn } from "../../support/accounts/next-auth";
import {
  buildProviderMetadata,
  createSigningKey,
  type SigningKey,
} from "../../support/accounts/saml-provider";
import {
  beginSignIn,
  createProvidedOrganization,
  createRequiringOrganization,
  signInBySaml,
  SIGN_IN_URL,
  verifyDomain,
} from "../../support/accounts/saml-sign-in";
import { sql } from "../../support/platform/database";

const PASSWORD = "a quiet harbour at dawn";

let key: SigningKey;
let hash: string;

beforeAll(async () => {
  [key, hash] = [await createSigningKey(), await hashPassword(PASSWORD)];
});

type Provided = TestOrganization & { domain: string };

const newAddress = ({ domain }: Provided): string => `person-${nextSerial()}@${domain}`;

async function createPasswordOwner(email?: string) {
  const person = await createPerson(email);
  await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [person.id, hash]);
  return person;
}

/** A member of the organization whose primary address is private, with a second address in its domain. */
async function createMemberWithTwoAddresses(organization: Provided, email?: string) {
  const member = await createPasswordOwner(email);
  await sql(
    `INSERT INTO user_emails (id, user_id, email, confirmed_at, "primary", created_at)
     VALUES (gen_random_uuid(), $1, $2, now(), false, now())`,
    [member.id, newAddress(organization)],
  );
  await insertMembership(organization.id, member.id, "issuer");
  return member;
}

const signIn = async (email: string, password = PASSWORD): Promise<unknown> =>
  (await attemptSignIn("credentials", { email, password })).error;

describe("the identity provider of an organization", () => {
  it("is entered by metadata or by fields, and shows its certificates and the addresses of the service", async () => {
    const organization = await createProvidedOrganization(key);
    const { data } = await organization.client.get("/identity_provider");
    expect(data).toMatchObject({
      entity_id: "https://idp.example/entity",
      sign_in_url: SIGN_IN_URL,
      is_required: false,
      domain: organization.domain,
      tried_at: null,
    });
    expect(data.certificates).toMatchObject([{ subject: "CN=Identity provider" }]);
    expect(Date.parse(data.certificates[0].expires_at)).toBeGreaterThan(Date.now());
    const next = await createSigningKey(["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]);
    const changed = await organization.client.put("/identity_provider", {
      certificates: [key.certificate, next.certificate],
      default_role: "viewer",
    });
    expect(changed.data.certificates).toHaveLength(2);
    expect(changed.data).toMatchObject({ sign_in_url: SIGN_IN_URL, default_role: "viewer" });
    const { data: entries } = await organization.client.get(
      "/audit_entries?filter=action::identity_provider.update",
    );
    expect(entries).toHaveLength(2);
    const [change] = entries[0].changes.filter(({ field }: { field: string }) => field === "certificates");
    const [before, after] = [key, next].map(
      ({ certificate }) => new X509Certificate(certificate).fingerprint256,
    );
    expect([change.from, change.to]).toEqual([before, `${before}, ${after}`]);
    expect((await organization.client.delete("/identity_provider")).status).toBe(204);
    expect((await organization.client.get("/identity_provider")).status).toBe(404);
  });

  it("is found in a list of entities, as Keycloak writes it, if it is the only provider there", async () => {
    const organization = await createProvidedOrganization(key);
    const entity = buildProviderMetadata(`${SIGN_IN_URL}/listed`, key).replace(/^<\?xml[^>]*>/, "");
    const wrap = (content: string) =>
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" Name="urn:keycloak">${content}</EntitiesDescriptor>`;
    const service = `<EntityDescriptor entityID="https://sp.example"><SPSSODescriptor/></EntityDescriptor>`;
    for (const metadata of [wrap(entity), wrap(service + wrap(entity))]) {
      const { status, data } = await organization.client.put("/identity_provider", { metadata });
      expect([status, data.sign_in_url]).toEqual([200, `${SIGN_IN_URL}/listed`]);
    }
    for (const metadata of [
      wrap(""),
      wrap(service),
      wrap(entity + entity.replace("idp.example", "b.example")),
    ]) {
      const { status, data } = await organization.client.put("/identity_provider", { metadata });
      expect([status, data.errors?.[0]?.field]).toEqual([422, "metadata"]);
    }
  });

  it("is refused with a sentence when it is incomplete or weak, and without a verified domain", async () => {
    const organization = await createProvidedOrganization(key);
    const weak = await createSigningKey(["rsa:1024"]);
    const metadata = buildProviderMetadata(SIGN_IN_URL, key);
    for (const [body, field] of [
      [{ metadata: "<a/>" }, "metadata"],
      [{ metadata: "no XML <" }, "metadata"],
      [{ metadata: metadata.replace('<?xml version="1.0"?>', "<!DOCTYPE a>") }, "metadata"],
      [{ metadata: metadata.replaceAll(/HTTP-(Redirect|POST)/g, "SOAP") }, "metadata"],
      [{ certificates: ["no certificate"] }, "certificates"],
      [{ certificates: [weak.certificate] }, "certificates"],
      [{ certificates: [] }, "certificates"],
      [{ sign_in_url: "http://idp.example/" }, "sign_in_url"],
      [{ sign_in_url: "javascript:alert(1)" }, "sign_in_url"],
      [{ role_rules: [{ value: "x", role: "owner" }] }, "role_rules.0.role"],
    ] as const) {
      const { status, data } = await organization.client.put("/identity_provider", body);
      expect([status, data.errors?.[0]?.field], JSON.stringify(body).slice(0, 80)).toEqual([422, field]);
    }
    await sql("UPDATE organizations SET verified_at = NULL, verified_domain = NULL WHERE id = $1", [
      organization.id,
    ]);
    const { status, data } = await organization.client.put("/identity_provider", { metadata });
    expect([status, data.code]).toEqual([422, "no_domain"]);
  });

  it("is changed with all rights only, because its keys open every account of the domain", async () => {
    const organization = await createProvidedOrganization(key);
    const path = `/v1/organizations/${organization.id}/identity_provider`;
    const issuer = await createMember(organization.id, "issuer");
    expect((await send("GET", path, { headers: issuer.headers })).status).toBe(403);
    const { data: token } = await organization.client.post("/authorization_tokens", {
      description: "Members",
      scopes: ["memberships"],
      read_enabled: true,
      write_enabled: true,
      delete_enabled: true,
    });
    const headers = { authorization: `Basic ${Buffer.from(`${token.token}:`).toString("base64")}` };
    const other = await createSigningKey();
    for (const body of [
      { default_role: "administrator" },
      { certificates: [key.certificate, other.certificate], default_role: null, role_rules: [] },
    ])
      expect((await send("PUT", path, { headers, body })).status).toBe(403);
    expect((await send("DELETE", path, { headers })).status).toBe(403);
    expect((await send("GET", path, { headers })).status).toBe(200);
  });

  it("is found by the domain of an address, whether the address has an account or not", async () => {
    const organization = await createProvidedOrganization(key);
    const find = async (email: string) =>
      (await send("POST", "/v1/sign_in/provider", { body: { email } })).data.url;
    expect(await find(newAddress(organization))).toMatch(new RegExp(`/saml/${organization.id}/sign-in$`));
    expect(await find(`ada@sub.${organization.domain}`)).toBeNull();
    expect(await find("ada@example.org")).toBeNull();
  });
});

describe("a required provider", () => {
  it("can be required only after a sign-in has succeeded, also after another certificate", async () => {
    const organization = await createProvidedOrganization(key);
    const require = () => organization.client.put("/identity_provider", { is_required: true });
    expect((await require()).data.code).toBe("not_tried");
    await signInBySaml(organization.id, key, { nameId: newAddress(organization) });
    const next = await createSigningKey();
    await organization.client.put("/identity_provider", { certificates: [next.certificate] });
    expect((await require()).data.code).toBe("not_tried");
    await signInBySaml(organization.id, next, { nameId: newAddress(organization) });
    expect((await require()).status).toBe(200);
  });

  it("refuses passwords and password mails for its domain, alike for addresses without an account", async () => {
    const organization = await createRequiringOrganization(key);
    const person = await createPasswordOwner(newAddress(organization));
    for (const email of [person.email, newAddress(organization)]) {
      expect(await signIn(email)).toBe("provider_required");
      expect(await signIn(email, "a wrong password")).toBe("provider_required");
      const reset = await send("POST", "/v1/password_resets", { body: { email } });
      expect([reset.status, reset.data.code]).toEqual([403, "provider_required"]);
    }
    expect(await sendDueMails(person)).toEqual([]);
    const outsider = await createPasswordOwner();
    expect(await signIn(outsider.email)).toBeNull();
  });

  it("refuses members who sign in with another address of theirs, after the right password only", async () => {
    const organization = await createRequiringOrganization(key);
    const member = await createMemberWithTwoAddresses(organization);
    expect(await signIn(member.email, "a wrong password")).toBe("CredentialsSignin");
    expect(await signIn(member.email)).toBe("provider_required");
    await sql("DELETE FROM memberships WHERE user_id = $1", [member.id]);
    expect(await signIn(member.email)).toBeNull();
  });

  it("does not lock out members from elsewhere, for whom the provider cannot vouch", async () => {
    const organization = await createRequiringOrganization(key);
    const member = await createPasswordOwner();
    await insertMembership(organization.id, member.id, "issuer");
    expect(await signIn(member.email)).toBeNull();
  });

  it("is not replaced by the provider of another organization", async () => {
    const organization = await createRequiringOrganization(key);
    const other = await createProvidedOrganization(key);
    const member = await createMemberWithTwoAddresses(organization, newAddress(other));
    const { location, cookie } = await signInBySaml(other.id, key, { nameId: member.email });
    expect([location.searchParams.get("error"), cookie]).toEqual(["provider_required", ""]);
  });

  it("of two organizations with one domain lets the people of the domain in by either", async () => {
    const organization = await createRequiringOrganization(key);
    const other = await createProvidedOrganization(key);
    await verifyDomain(other.id, organization.domain);
    const nameId = newAddress(organization);
    await signInBySaml(other.id, key, { nameId });
    expect((await other.client.put("/identity_provider", { is_required: true })).status).toBe(200);
    for (const { id } of [organization, other])
      expect((await signInBySaml(id, key, { nameId })).cookie).not.toBe("");
  });

  it("cannot be left by removing the address, or by changing the password again and again", async () => {
    const organization = await createRequiringOrganization(key);
    const member = await createMemberWithTwoAddresses(organization);
    const client = createPersonClient(member);
    const { data: emails } = await client.get("/emails");
    const { id } = emails.find(({ email }: { email: string }) => email.endsWith(organization.domain));
    const proof = { password: PASSWORD };
    const removal = await client.delete(`/emails/${id}`, proof);
    expect([removal.status, removal.data.code]).toEqual([422, "sign_in_address"]);
    const change = { current_password: PASSWORD, password: "another quiet harbour at dusk" };
    expect((await client.put("/password", change)).data.code).toBe("provider_required");
    await sql("DELETE FROM memberships WHERE user_id = $1", [member.id]);
    expect((await client.delete(`/emails/${id}`, proof)).status).toBe(204);
    expect((await client.put("/password", change)).status).toBe(200);
  });

  it("cannot be changed to one with which no sign-in has succeeded", async () => {
    const organization = await createRequiringOrganization(key);
    const next = await createSigningKey();
    for (const body of [
      { certificates: [next.certificate] },
      { entity_id: "https://another.example" },
      { email_attribute: "mail" },
    ]) {
      const { status, data } = await organization.client.put("/identity_provider", body);
      expect([status, data.code], JSON.stringify(body).slice(0, 40)).toEqual([422, "not_tried"]);
    }
  });

  it("changes its certificate in two steps, the second one only after a sign-in with the new one", async () => {
    const organization = await createRequiringOrganization(key);
    const next = await createSigningKey();
    const put = async (...certificates: string[]) =>
      (await organization.client.put("/identity_provider", { certificates })).status;
    expect(await put(key.certificate, next.certificate)).toBe(200);
    expect(await put(next.certificate)).toBe(422);
    await signInBySaml(organization.id, key, { nameId: newAddress(organization) });
    expect(await put(next.certificate)).toBe(422);
    await signInBySaml(organization.id, next, { nameId: newAddress(organization) });
    expect(await put(next.certificate)).toBe(200);
    const { data } = await organization.client.get("/identity_provider");
    expect(data).toMatchObject({ is_required: true, is_enforced: true });
  });

  it("is not in force for another domain before a sign-in has succeeded there", async () => {
    const organization = await createRequiringOrganization(key);
    const domain = `new-${organization.domain}`;
    await verifyDomain(organization.id, domain);
    const person = await createPasswordOwner(`ada@${domain}`);
    expect(await signIn(person.email)).toBeNull();
    const { data } = await organization.client.get("/identity_provider");
    expect(data).toMatchObject({ is_required: true, is_enforced: false, tried_at: null });
    await signInBySaml(organization.id, key, { nameId: person.email });
    expect(await signIn(person.email)).toBe("provider_required");
  });

  it("does not count for a domain that is verified by a file only", async () => {
    const organization = await createRequiringOrganization(key);
    await sql("UPDATE organization_domains SET method = 'file' WHERE organization_id = $1", [
      organization.id,
    ]);
    const person = await createPasswordOwner(newAddress(organization));
    expect(await signIn(person.email)).toBeNull();
    expect((await beginSignIn(organization.id)).location).toContain("error=saml_not_available");
    const { data } = await organization.client.put("/identity_provider", { default_role: "viewer" });
    expect(data.code).toBe("no_domain");
  });

  it("leads an invited person to the provider instead of to a first password", async () => {
    const organization = await createRequiringOrganization(key);
    const email = newAddress(organization);
    const { cookie } = await signInBySaml(organization.id, key, { nameId: email });
    expect((await createPersonClient({ headers: { cookie } }).get("")).status).toBe(200);
  });

  it("does not hold when the domain is lost, the provider is removed, or the operator ends it", async () => {
    for (const end of [
      ({ id }: Provided) =>
        sql("UPDATE organizations SET verified_at = NULL, verified_domain = NULL WHERE id = $1", [id]),
      ({ client }: Provided) => client.delete("/identity_provider"),
      ({ id }: Provided) => changeOrganization(id, { endsSingleSignOn: true }),
    ]) {
      const organization = await createRequiringOrganization(key);
      const person = await createPasswordOwner(newAddress(organization));
      const member = await createMemberWithTwoAddresses(organization);
      expect([await signIn(person.email), await signIn(member.email)]).toEqual([
        "provider_required",
        "provider_required",
      ]);
      await end(organization);
      expect([await signIn(person.email), await signIn(member.email)]).toEqual([null, null]);
    }
  });
});
