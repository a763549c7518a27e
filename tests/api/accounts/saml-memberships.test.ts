import { beforeAll, describe, expect, it } from "vitest";
import { recordNotices } from "@/lib/organizations/notices/record";
import { sessionCookieName } from "@/lib/accounts/sessions/session";
import { hashPassword } from "@/lib/identity/users/passwords";
import { transaction } from "@/lib/kernel/db";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { changeOrganization } from "@/lib/operations/installation/commands";
import { createTestOrganization } from "../../support/builders";
import { listNotices } from "../../support/delivery/notices";
import { ORIGIN, send } from "../../support/http/client";
import { appCode } from "../../support/identity/app-codes";
import { confirmAddress, createEarner, createPersonClient } from "../../support/accounts/earners";
import { createInvitation, submitInvitationForm } from "../../support/accounts/invitations";
import { createSessionCookie } from "../../support/accounts/members";
import { attemptSignIn } from "../../support/accounts/next-auth";
import {
  ALLOWED,
  BARRED,
  createLateMember,
  createPasswordMember,
  readMembers,
} from "../../support/accounts/required-provider";
import { createSigningKey, type SigningKey } from "../../support/accounts/saml-provider";
import {
  createProvidedOrganization,
  createRequiringOrganization,
  newAddress,
  readRole,
  signInBySaml,
} from "../../support/accounts/saml-sign-in";
import { addApp } from "../../support/identity/second-factors";
import { sql } from "../../support/platform/database";

let key: SigningKey;
let nextKey: SigningKey;

beforeAll(async () => {
  [key, nextKey] = [await createSigningKey(), await createSigningKey()];
});

type Organization = Awaited<ReturnType<typeof createProvidedOrganization>>;
type Headers = Record<string, string>;

const withCookie = (cookie: string): Headers => ({ cookie, origin: ORIGIN });

/** Signs in through the provider of an organization. Returns the headers of the browser. */
async function signInThrough({ id }: Organization, nameId: string, signer = key): Promise<Headers> {
  const { cookie, location } = await signInBySaml(id, signer, { nameId });
  expect(cookie, location.href).toContain(sessionCookieName());
  return withCookie(cookie);
}

const createToken = (organizationId: string, headers: Headers) =>
  send("POST", `/v1/organizations/${organizationId}/authorization_tokens`, {
    headers,
    body: { description: "Mine", read_enabled: true },
  });

const require = (organization: Organization, isRequired = true) =>
  organization.client.put("/identity_provider", { is_required: isRequired });

describe("a session that does not come from the provider that an organization requires", () => {
  it("403: reads nothing there, and creates neither tokens nor applications nor invitations", async () => {
    const { organization, person } = await createLateMember(key);
    const { headers } = person;
    const { status, data } = await send("GET", `/v1/organizations/${organization.id}`, { headers });
    expect([status, data.code]).toEqual(BARRED);
    expect(data.message).toContain(`${ORIGIN}/saml/${organization.id}/sign-in`);
    expect((await createToken(organization.id, headers)).status).toBe(403);
    for (const [path, body] of [
      ["oauth_applications", { name: "App", redirect_uri: "https://app.example" }],
      ["invitations", { email: "x@example.org", role: "administrator" }],
      ["test_organization", {}],
    ] as const) {
      const refused = await send("POST", `/v1/organizations/${organization.id}/${path}`, { headers, body });
      expect([refused.status, refused.data.code], path).toEqual(BARRED);
    }
    const lifted = await send("PUT", `/v1/organizations/${organization.id}/identity_provider`, {
      headers,
      body: { is_required: false },
    });
    expect([lifted.status, lifted.data.code]).toEqual(BARRED);
  });

  it("keeps its account and other organizations, whose list leaves this one out", async () => {
    const { organization, person } = await createLateMember(key);
    const other = await createTestOrganization();
    await insertMembership(other.id, person.id, "viewer");
    const { headers } = person;
    expect((await person.client.get("")).status).toBe(200);
    const { data } = await send("GET", `/v1/organizations/${other.id}`, { headers });
    expect(data.id).toBe(other.id);
    const { data: listed } = await send("GET", "/v1/organizations", { headers });
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([other.id]);
    expect(await readMembers(organization.id, headers)).toEqual(BARRED);
  });

  it("shows no notices of the organization, which a session through the provider shows", async () => {
    const { organization, person } = await createLateMember(key);
    await transaction(() =>
      recordNotices([
        {
          kind: "domain_failing",
          organizationId: organization.id,
          key: "one",
          data: { event: "provider_changed", domain: organization.domain, ends_at: null },
        },
      ]),
    );
    expect(await listNotices(person)).toEqual([]);
    const headers = await signInThrough(organization, person.email);
    expect(await listNotices({ ...person, headers })).toHaveLength(1);
  });

  it("does not become one by a second factor, or by a higher role", async () => {
    const { organization, person } = await createLateMember(key);
    const cookie = await createSessionCookie(person.id, 1, new Date(), true);
    expect(await readMembers(organization.id, withCookie(cookie))).toEqual(BARRED);
    const viewer = await createPasswordMember(organization);
    await organization.client.put(`/members/${viewer.id}`, { role: "viewer" });
    await organization.client.put(`/members/${viewer.id}`, { role: "administrator" });
    expect(await readMembers(organization.id, viewer.headers)).toEqual(BARRED);
  });

  it("is barred from test mode, too", async () => {
    const organization = await createProvidedOrganization(key);
    const person = await createPasswordMember(organization);
    const headers = await signInThrough(organization, person.email);
    const test = await send("POST", `/v1/organizations/${organization.id}/test_organization`, {
      headers,
      body: {},
    });
    expect(test.status).toBe(200);
    await require(organization);
    expect(await readMembers(test.data.id, person.headers)).toEqual(BARRED);
    expect(await readMembers(test.data.id, headers)).toEqual(ALLOWED);
  });

  it("is allowed for members without an address of the domain, and for other people of the domain nothing is", async () => {
    const organization = await createRequiringOrganization(key);
    const outsider = await createEarner();
    await insertMembership(organization.id, outsider.id, "viewer");
    expect((await send("GET", `/v1/organizations/${organization.id}`, outsider)).status).toBe(200);
    const stranger = await createEarner(newAddress(organization.domain));
    expect((await readMembers(organization.id, stranger.headers))[0]).toBe(404);
  });
});

describe("a membership that a password session gets", () => {
  it("by an address that is added to the account is barred from then on", async () => {
    const organization = await createRequiringOrganization(key);
    const outsider = await createEarner();
    await insertMembership(organization.id, outsider.id, "administrator");
    expect(await readMembers(organization.id, outsider.headers)).toEqual(ALLOWED);
    const { email } = await confirmAddress(outsider, newAddress(organization.domain));
    expect(await readMembers(organization.id, outsider.headers)).toEqual(BARRED);
    expect(await readMembers(organization.id, await signInThrough(organization, email))).toEqual(ALLOWED);
  });

  it("by signing in at the provider in another browser is barred in the first one", async () => {
    const organization = await createRequiringOrganization(key);
    await organization.client.put("/identity_provider", { default_role: "administrator" });
    const person = await createEarner();
    const { email } = await confirmAddress(person, newAddress(organization.domain));
    const headers = await signInThrough(organization, email);
    expect(await readRole(organization.id, email)).toBe("administrator");
    expect(await readMembers(organization.id, headers)).toEqual(ALLOWED);
    expect(await readMembers(organization.id, person.headers)).toEqual(BARRED);
  });

  it("by an invitation to any of its addresses is barred", async () => {
    const organization = await createRequiringOrganization(key);
    const person = await createEarner();
    await confirmAddress(person, newAddress(organization.domain));
    const invitation = await createInvitation(organization, { email: person.email, role: "administrator" });
    const { path } = await submitInvitationForm(invitation, {}, person.headers);
    expect(path).toMatch(/^\/console\//);
    expect(await readMembers(organization.id, person.headers)).toEqual(BARRED);
    expect((await createToken(organization.id, person.headers)).status).toBe(403);
  });
});

describe("the provider of another organization", () => {
  it("does not open a membership of an organization that requires its own", async () => {
    const [one, other] = [await createProvidedOrganization(key), await createProvidedOrganization(key)];
    const person = await createEarner(newAddress(one.domain));
    const { email } = await confirmAddress(person, newAddress(other.domain));
    for (const { id } of [one, other]) await insertMembership(id, person.id, "administrator");
    const byOne = await signInThrough(one, person.email);
    const byOther = await signInThrough(other, email);
    await require(one);
    await require(other);
    for (const [headers, own, foreign] of [
      [byOne, one, other],
      [byOther, other, one],
    ] as const) {
      expect(await readMembers(own.id, headers)).toEqual(ALLOWED);
      expect(await readMembers(foreign.id, headers)).toEqual(BARRED);
    }
  });
});

describe("a session through the required provider", () => {
  it("is one also after the second factor of the account", async () => {
    const { organization, person } = await createLateMember(key);
    const { secret } = await addApp(person.client);
    const first = await signInBySaml(organization.id, key, { nameId: person.email });
    expect(first.location.searchParams.get("error")).toBe("second_factor");
    const cookie = first.cookies.map((line) => line.split(";", 1)[0]).join("; ");
    const { cookie: session } = await attemptSignIn(
      "second-factor",
      { code: await appCode(secret) },
      { cookie },
    );
    expect(await readMembers(organization.id, withCookie(session))).toEqual(ALLOWED);
    expect((await createToken(organization.id, withCookie(session))).status).toBe(201);
  });

  it("is none when the certificate was removed between both steps", async () => {
    const { organization, person } = await createLateMember(key);
    const { secret } = await addApp(person.client);
    const first = await signInBySaml(organization.id, key, { nameId: person.email });
    const cookie = first.cookies.map((line) => line.split(";", 1)[0]).join("; ");
    await changeCertificate(organization);
    const { cookie: session } = await attemptSignIn(
      "second-factor",
      { code: await appCode(secret) },
      { cookie },
    );
    expect(await readMembers(organization.id, withCookie(session))).toEqual(BARRED);
  });

  /** Changes the certificate in two steps, with a sign-in by the new one between them. */
  async function changeCertificate(organization: Organization): Promise<Headers> {
    const put = async (...certificates: string[]) => {
      const { status } = await organization.client.put("/identity_provider", { certificates });
      expect(status).toBe(200);
    };
    await put(key.certificate, nextKey.certificate);
    const headers = await signInThrough(organization, newAddress(organization.domain), nextKey);
    await put(nextKey.certificate);
    return headers;
  }

  it("counts no longer when its certificate is removed, and does when another one is added", async () => {
    const { organization, person } = await createLateMember(key);
    const before = await signInThrough(organization, person.email);
    await organization.client.put("/identity_provider", {
      certificates: [key.certificate, nextKey.certificate],
    });
    expect(await readMembers(organization.id, before)).toEqual(ALLOWED);
    const after = await signInThrough(organization, person.email, nextKey);
    await organization.client.put("/identity_provider", { certificates: [nextKey.certificate] });
    expect([await readMembers(organization.id, before), await readMembers(organization.id, after)]).toEqual([
      BARRED,
      ALLOWED,
    ]);
  });

  it("counts no longer when the provider is removed and added again", async () => {
    const { organization, person } = await createLateMember(key);
    const headers = await signInThrough(organization, person.email);
    const { data } = await organization.client.get("/identity_provider");
    expect((await organization.client.delete("/identity_provider")).status).toBe(204);
    for (const one of [headers, person.headers])
      expect(await readMembers(organization.id, one)).toEqual(ALLOWED);
    await organization.client.put("/identity_provider", {
      entity_id: data.entity_id,
      sign_in_url: data.sign_in_url,
      certificates: [key.certificate],
    });
    const again = await signInThrough(organization, person.email);
    expect((await require(organization)).status).toBe(200);
    expect([await readMembers(organization.id, headers), await readMembers(organization.id, again)]).toEqual([
      BARRED,
      ALLOWED,
    ]);
  });

  it("stays one when the password of the account is changed in it", async () => {
    const organization = await createProvidedOrganization(key);
    const person = await createPasswordMember(organization);
    const headers = await signInThrough(organization, person.email);
    await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [
      person.id,
      await hashPassword("a quiet harbour at dawn"),
    ]);
    const changed = await createPersonClient({ headers }).put("/password", {
      current_password: "a quiet harbour at dawn",
      password: "another quiet harbour at dusk",
    });
    expect(changed.status).toBe(200);
    const renewed = withCookie(changed.headers.get("set-cookie")?.split(";", 1)[0] ?? "");
    await require(organization);
    expect(await readMembers(organization.id, renewed)).toEqual(ALLOWED);
  });

  it("is not needed any more when the requirement, the domain or the operator ends it", async () => {
    for (const end of [
      (organization: Organization) => require(organization, false),
      ({ id }: Organization) =>
        sql("UPDATE organizations SET verified_at = NULL, verified_domain = NULL WHERE id = $1", [id]),
      ({ id }: Organization) => changeOrganization(id, { endsSingleSignOn: true }),
    ]) {
      const { organization, person } = await createLateMember(key);
      expect(await readMembers(organization.id, person.headers)).toEqual(BARRED);
      await end(organization);
      expect(await readMembers(organization.id, person.headers)).toEqual(ALLOWED);
      expect((await createToken(organization.id, person.headers)).status).toBe(201);
    }
  });
});
