import { beforeAll, describe, expect, it } from "vitest";
import { ORIGIN } from "../../support/http/client";
import {
  claimAddress,
  confirmAddress,
  createEarner,
  createPersonClient,
  type TestEarner,
} from "../../support/accounts/earners";
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
import { isWaiting, openConnection } from "../../support/platform/database";
import { until } from "../../support/until";

let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});

type Organization = Awaited<ReturnType<typeof createProvidedOrganization>>;

/** A person in the browser in which they signed in through the provider of an organization. */
async function signInThrough({ id }: Organization, person: TestEarner): Promise<TestEarner> {
  const { cookie } = await signInBySaml(id, key, { nameId: person.email });
  const headers = { cookie, origin: ORIGIN };
  return { ...person, cookie, headers, client: createPersonClient({ headers }) };
}

/** The proof that a person owns the account of an address, too. */
async function claimOf(survivor: TestEarner, email: string) {
  const { id, token } = await claimAddress(survivor, email);
  return { email_id: id, token };
}

describe("merging accounts", () => {
  it("403: takes no membership out of an organization that requires its provider", async () => {
    const { organization, person: source } = await createLateMember(key);
    const survivor = await createEarner();
    const merged = await survivor.client.post("/merge", await claimOf(survivor, source.email));
    expect([merged.status, merged.data.code]).toEqual(BARRED);
    expect(merged.data.message).toContain("Sign in to that account through the organization");
    expect(await readRole(organization.id, source.email)).toBe("administrator");
    expect((await readMembers(organization.id, survivor.headers))[0]).toBe(404);
  });

  it("403: also for an account without a membership, whose primary address is in the domain", async () => {
    const organization = await createRequiringOrganization(key);
    const source = await createEarner(newAddress(organization.domain));
    const survivor = await createEarner();
    const merged = await survivor.client.post("/merge", await claimOf(survivor, source.email));
    expect([merged.status, merged.data.code]).toEqual(BARRED);
  });

  it("403: in a session through the provider of another organization", async () => {
    const { person: source } = await createLateMember(key);
    const other = await createRequiringOrganization(key);
    const survivor = await signInThrough(other, await createEarner(newAddress(other.domain)));
    const merged = await survivor.client.post("/merge", await claimOf(survivor, source.email));
    expect([merged.status, merged.data.code]).toEqual(BARRED);
  });

  it("works from the account under the rule, as the error says, and through the same provider", async () => {
    const { organization, person } = await createLateMember(key);
    const survivor = await signInThrough(organization, person);
    const [ownOther, colleague] = [await createEarner(), await createPasswordMember(organization)];
    for (const { email } of [ownOther, colleague])
      expect((await survivor.client.post("/merge", await claimOf(survivor, email))).status).toBe(200);
    expect(await readMembers(organization.id, survivor.headers)).toEqual(ALLOWED);
    expect(await readMembers(organization.id, person.headers)).toEqual(BARRED);
  });

  it("before the requirement leaves the password session without the membership after it", async () => {
    const organization = await createProvidedOrganization(key);
    const source = await createPasswordMember(organization);
    await signInThrough(organization, source);
    const survivor = await createEarner();
    expect((await survivor.client.post("/merge", await claimOf(survivor, source.email))).status).toBe(200);
    expect(await readMembers(organization.id, survivor.headers)).toEqual(ALLOWED);
    await organization.client.put("/identity_provider", { is_required: true });
    expect(await readMembers(organization.id, survivor.headers)).toEqual(BARRED);
  });
});

describe("removing an address of the required domain", () => {
  it("is refused when the membership began while the request waited", async () => {
    const organization = await createRequiringOrganization(key);
    const person = await createEarner();
    const { id } = await confirmAddress(person, newAddress(organization.domain));
    const connection = await openConnection();
    await connection.query("BEGIN");
    await connection.query(
      "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())",
      [organization.id, person.id],
    );
    const removal = person.client.delete(`/emails/${id}`, {});
    await until("the removal waits for the membership", () => isWaiting());
    await connection.query("COMMIT");
    await connection.end();
    const { status, data } = await removal;
    expect([status, data.code]).toEqual([422, "sign_in_address"]);
  });
});
