import { beforeAll, describe, expect, it } from "vitest";
import { addMembership, hasEndedMembership } from "@/lib/accounts/memberships/queries";
import { insertMembership } from "@/lib/organizations/profile/queries";
import type { TestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import { claimAddress, createEarner, createPersonClient } from "../../support/accounts/earners";
import { createPerson } from "../../support/accounts/members";
import { createSigningKey, type SigningKey } from "../../support/accounts/saml-provider";
import {
  createProvidedOrganization,
  newAddress,
  readRole,
  signInBySaml,
} from "../../support/accounts/saml-sign-in";
import { sql } from "../../support/platform/database";

let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});

async function changeProvider({ client }: TestOrganization, changes: Record<string, unknown>): Promise<void> {
  expect((await client.put("/identity_provider", changes)).status).toBe(200);
}

describe("members by the identity provider", () => {
  const rules = [
    { value: "Badge Admins", role: "administrator" },
    { value: "Teachers", role: "issuer" },
  ];
  const roleSettings = { role_attribute: "groups", role_rules: rules };
  const signIn = (organizationId: string, nameId: string, groups: string[]) =>
    signInBySaml(organizationId, key, { nameId, attributes: { groups } });

  it("are made at their first sign-in, with the role of the first rule that fits", async () => {
    const organization = await createProvidedOrganization(key, { ...roleSettings, default_role: "viewer" });
    for (const [groups, role] of [
      [["Teachers", "Badge Admins"], "administrator"],
      [["Others", "Teachers"], "issuer"],
      [["teachers"], "viewer"],
      [[], "viewer"],
    ] as const) {
      const email = newAddress(organization.domain);
      const { cookie } = await signIn(organization.id, email, [...groups]);
      expect(await readRole(organization.id, email)).toBe(role);
      const path = `/v1/organizations/${organization.id}/badge_templates`;
      expect((await send("GET", path, { headers: { cookie } })).status).toBe(200);
    }
    const { data } = await organization.client.get("/audit_entries?filter=action::member.provide");
    expect(data).toHaveLength(4);
  });

  it("get the role of a rule again at each sign-in", async () => {
    const organization = await createProvidedOrganization(key, roleSettings);
    const email = newAddress(organization.domain);
    await insertMembership(organization.id, (await createPerson()).id, "administrator");
    for (const [group, role] of [
      ["Badge Admins", "administrator"],
      ["Teachers", "issuer"],
    ] as const) {
      await signIn(organization.id, email, [group]);
      expect(await readRole(organization.id, email)).toBe(role);
    }
  });

  it("lose the role of a rule when no rule fits any more, and get it back when one does", async () => {
    const organization = await createProvidedOrganization(key, { ...roleSettings, default_role: "viewer" });
    const email = newAddress(organization.domain);
    await insertMembership(organization.id, (await createPerson()).id, "administrator");
    for (const [groups, role] of [
      [["Badge Admins"], "administrator"],
      [[], "viewer"],
      [["Teachers"], "issuer"],
    ] as const) {
      await signIn(organization.id, email, [...groups]);
      expect(await readRole(organization.id, email)).toBe(role);
    }
    await changeProvider(organization, { default_role: null });
    await signIn(organization.id, email, ["Others"]);
    expect(await readRole(organization.id, email)).toBeNull();
    const { data } = await organization.client.get("/audit_entries?filter=action::member.end");
    expect(data).toHaveLength(1);
    await signIn(organization.id, email, ["Teachers"]);
    expect(await readRole(organization.id, email)).toBe("issuer");
  });

  it("keep a role that no rule gave, and those of rules that were removed", async () => {
    const organization = await createProvidedOrganization(key, { ...roleSettings, default_role: "viewer" });
    const [byRule, byDefault, byHand] = [1, 2, 3].map(() => newAddress(organization.domain));
    await signIn(organization.id, byRule ?? "", ["Teachers"]);
    await signIn(organization.id, byDefault ?? "", []);
    const member = await createPerson(byHand);
    await signIn(organization.id, member.email, ["Teachers"]);
    await organization.client.put(`/members/${member.id}`, { role: "administrator" });
    await changeProvider(organization, { default_role: null });
    for (const email of [byDefault ?? "", member.email]) await signIn(organization.id, email, []);
    await changeProvider(organization, { role_rules: [] });
    await signIn(organization.id, byRule ?? "", []);
    const roles = await Promise.all(
      [byRule, byDefault, byHand].map((email) => readRole(organization.id, email ?? "")),
    );
    expect(roles).toEqual(["issuer", "viewer", "administrator"]);
  });

  it("stay removed until they are invited", async () => {
    const organization = await createProvidedOrganization(key, { ...roleSettings, default_role: "viewer" });
    const person = await createPerson(newAddress(organization.domain));
    await signIn(organization.id, person.email, ["Teachers"]);
    expect((await organization.client.delete(`/members/${person.id}`)).status).toBe(204);
    const { cookie } = await signIn(organization.id, person.email, ["Teachers"]);
    expect((await createPersonClient({ headers: { cookie } }).get("")).data.email).toBe(person.email);
    expect(await readRole(organization.id, person.email)).toBeNull();
    await addMembership(organization.id, person.id, { role: "viewer" });
    await signIn(organization.id, person.email, ["Teachers"]);
    expect(await readRole(organization.id, person.email)).toBe("issuer");
    expect(await sql("SELECT FROM ended_memberships WHERE user_id = $1", [person.id])).toEqual([]);
  });

  it("stay removed when the account is merged, unless the other account is a member", async () => {
    const organization = await createProvidedOrganization(key, { default_role: "viewer" });
    for (const isMember of [false, true]) {
      const [survivor, source] = [await createEarner(), await createEarner()];
      await insertMembership(organization.id, source.id, "viewer");
      expect((await organization.client.delete(`/members/${source.id}`)).status).toBe(204);
      if (isMember) await insertMembership(organization.id, survivor.id, "viewer");
      const { id, token } = await claimAddress(survivor, source.email);
      expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
      expect(await hasEndedMembership(organization.id, survivor.id)).toBe(!isMember);
      expect(await hasEndedMembership(organization.id, source.id)).toBe(false);
    }
  });

  it("are never left without an administrator", async () => {
    const organization = await createProvidedOrganization(key, roleSettings);
    await sql("DELETE FROM memberships WHERE organization_id = $1", [organization.id]);
    const email = newAddress(organization.domain);
    await signIn(organization.id, email, ["Badge Admins"]);
    await signIn(organization.id, email, ["Teachers"]);
    expect(await readRole(organization.id, email)).toBe("administrator");
  });

  it("are not made where neither a rule nor a role for others is set", async () => {
    const organization = await createProvidedOrganization(key, roleSettings);
    const email = newAddress(organization.domain);
    await signIn(organization.id, email, ["Others"]);
    expect(await readRole(organization.id, email)).toBeNull();
  });

  it("are made once by two sign-ins at the same time", async () => {
    const organization = await createProvidedOrganization(key, { default_role: "viewer" });
    const email = newAddress(organization.domain);
    const both = await Promise.all([1, 2].map(() => signInBySaml(organization.id, key, { nameId: email })));
    expect(both.map(({ cookie }) => cookie !== "")).toEqual([true, true]);
    expect(await sql("SELECT FROM user_emails WHERE email = $1", [email])).toHaveLength(1);
  });
});
