import { beforeAll, describe, expect, it } from "vitest";
import { openAccount } from "@/lib/accounts/accounts/account-offers";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { createTestOrganization, nextSerial } from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import { answer, mailedToken, readLinkOffer } from "../../support/accounts/accept-forms";
import { createPersonClient, issueBadgeTo } from "../../support/accounts/earners";
import { buildSignedResponse, createSigningKey, type SigningKey } from "../../support/accounts/saml-provider";
import {
  beginSignIn,
  createProvidedOrganization,
  finishSignIn,
  sendResponse,
  signInBySaml,
} from "../../support/accounts/saml-sign-in";
import { createPerson } from "../../support/accounts/members";
import { addApp } from "../../support/identity/second-factors";
import { sql } from "../../support/platform/database";

let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});

const newAddress = (domain: string): string => `person-${nextSerial()}@${domain}`;

describe("the link of a badge", () => {
  it("opens no account of a domain whose organization requires its own sign-in", async () => {
    const organization = await createProvidedOrganization(key);
    const email = newAddress(organization.domain);
    const badge = await issueBadgeTo(organization, email);
    const token = mailedToken(badge.id);
    await answer(badge.id, token, "accept");
    expect(await readLinkOffer(badge.id, token, null)).toBe("keep");
    await signInBySaml(organization.id, key, { nameId: newAddress(organization.domain) });
    expect((await organization.client.put("/identity_provider", { is_required: true })).status).toBe(200);
    expect(await readLinkOffer(badge.id, token, null)).toBe("sign_in");
    const name = { first_name: "Ada", last_name: "Okafor", password: null };
    expect(await openAccount({ id: badge.id, token }, name)).toBeNull();
    await organization.client.put("/identity_provider", { is_required: false });
    expect(await openAccount({ id: badge.id, token }, name)).not.toBeNull();
  });
});

describe("an attribute with a character that cannot be stored", () => {
  it("does not count, and the sign-in succeeds", async () => {
    const organization = await createProvidedOrganization(key, {
      role_attribute: "groups",
      role_rules: [{ value: "Teachers", role: "issuer" }],
      first_name_attribute: "given",
    });
    const email = newAddress(organization.domain);
    const begun = await beginSignIn(organization.id);
    const claims = {
      ...begun.claims,
      nameId: email,
      attributes: { groups: ["Teach\u0000ers", "Teachers"], given: ["A\u0000da"] },
    };
    const response = buildSignedResponse(claims, key).replaceAll("\u0000", "&#0;");
    expect(response).toContain("&#0;");
    const accepted = await sendResponse(organization.id, response);
    const { cookie } = await finishSignIn(organization.id, accepted, begun.cookie);
    const { data } = await createPersonClient({ headers: { cookie } }).get("");
    expect(data).toMatchObject({ email, first_name: "" });
    const rows = await sql("SELECT role FROM memberships WHERE organization_id = $1 AND user_id = $2", [
      organization.id,
      data.id,
    ]);
    expect(rows).toEqual([{ role: "issuer" }]);
  });
});

describe("the second factor of a provider", () => {
  it("counts for the organization that chose the provider, and not for others of a member", async () => {
    const organization = await createProvidedOrganization(key, { default_role: "viewer" });
    const other = await createTestOrganization();
    await sql("UPDATE organizations SET requires_second_factor = true WHERE id = ANY($1::uuid[])", [
      [organization.id, other.id],
    ]);
    const { id, email } = await createPerson(newAddress(organization.domain));
    const context = "https://refeds.org/profile/mfa";
    const { cookie } = await signInBySaml(organization.id, key, { nameId: email, context });
    const read = async (path: string) => send("GET", `/v1${path}`, { headers: { cookie } });
    const readTemplates = async (organizationId: string): Promise<number> =>
      (await read(`/organizations/${organizationId}/badge_templates`)).status;
    expect(await readTemplates(organization.id)).toBe(200);
    // The session goes on when the person joins another organization.
    await insertMembership(other.id, id, "administrator");
    expect([await readTemplates(organization.id), await readTemplates(other.id)]).toEqual([200, 403]);
    const { data } = await read("/organizations");
    expect(data.map((one: { id: string }) => one.id)).toEqual([organization.id]);
    const settings = { method: "PUT", body: { requires_second_factor: true } };
    const refused = await send(settings.method, `/v1/organizations/${other.id}/security_settings`, {
      headers: { cookie, origin: ORIGIN },
      body: settings.body,
    });
    expect(refused.status).toBe(403);
  });

  it("counts in a session for all organizations once the person has proved one of their own", async () => {
    const organization = await createProvidedOrganization(key, { default_role: "viewer" });
    const other = await createTestOrganization();
    await sql("UPDATE organizations SET requires_second_factor = true WHERE id = $1", [other.id]);
    const { id, email } = await createPerson(newAddress(organization.domain));
    await insertMembership(other.id, id, "administrator");
    const context = "https://refeds.org/profile/mfa";
    const { cookie } = await signInBySaml(organization.id, key, { nameId: email, context });
    const path = `/v1/organizations/${other.id}/badge_templates`;
    expect((await send("GET", path, { headers: { cookie } })).status).toBe(403);
    await addApp(createPersonClient({ headers: { cookie, origin: ORIGIN } }));
    expect((await send("GET", path, { headers: { cookie } })).status).toBe(200);
  });
});
