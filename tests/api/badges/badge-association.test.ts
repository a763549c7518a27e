import { beforeAll, describe, expect, it } from "vitest";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import { acceptBadge } from "@/lib/badges/issued/service";
import { createPurposeToken } from "@/lib/kernel/secrets";
import {
  badgeBody,
  makeOrganization,
  makeTemplate,
  serial,
  type TestOrganization,
} from "../../support/builders";
import { claimAddress, eventsOf, issueTo, makeEarner, type TestEarner } from "../../support/identity/earners";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

const newAddress = (): string => `waiting-${serial()}@example.org`;

const userOf = async (badgeId: string): Promise<string | undefined> =>
  (await organization.client.get(`/badges/${badgeId}`)).data.user?.id ?? undefined;

async function confirm(earner: TestEarner, claim: { id: string; token: string }) {
  const { status } = await earner.client.post(`/emails/${claim.id}/confirm`, { token: claim.token });
  expect(status).toBe(200);
}

/** An earner, and a pending badge at an address that the earner has claimed. */
async function waiting(changes: Record<string, unknown> = {}) {
  const earner = await makeEarner();
  const claim = await claimAddress(earner, newAddress());
  const badge = await issueTo(organization, claim.email, changes);
  return { earner, claim, badge };
}

describe("a pending badge at an address that is confirmed later", () => {
  it("belongs to the account: user, user_id and recipient_email_all find it before it is accepted", async () => {
    const { earner, claim, badge } = await waiting();
    expect(await userOf(badge.id)).toBeUndefined();
    await confirm(earner, claim);
    expect(await userOf(badge.id)).toBe(earner.id);
    for (const filter of [`user_id::${earner.id}`, `recipient_email_all::${earner.email}`]) {
      const { data } = await organization.client.get(`/badges?filter=${filter}`);
      expect(data).toMatchObject([{ id: badge.id, state: "pending" }]);
    }
  });

  it("is a duplicate of a badge issued to the account's other address", async () => {
    const { id: templateId } = await makeTemplate(organization);
    const { earner, claim } = await waiting({ badge_template_id: templateId });
    const issue = () =>
      organization.client.post("/badges", badgeBody(templateId, { recipient_email: earner.email }));
    const before = await issue();
    expect(before.status).toBe(201);
    await organization.client.delete(`/badges/${before.data.id}`);
    await confirm(earner, claim);
    expect((await issue()).status).toBe(422);
  });

  it("is reported once to an employer who can see it from then on", async () => {
    const { earner, claim, badge } = await waiting();
    const { data: employee } = await organization.client.post("/employees", { email: earner.email });
    await promptEmployments(earner.id);
    await acceptEmployment(earner.id, employee.id);
    await confirm(earner, claim);
    const told = (await eventsOf(organization, "employment.badges.")).filter(
      ({ employment }) => (employment as { id?: string } | undefined)?.id === employee.id,
    );
    expect(told.map(({ event_type: type }) => type)).toEqual(["employment.badges.added"]);
    const { data } = await organization.client.get(`/employees/${employee.id}/data`);
    expect(JSON.stringify(data)).toContain(badge.id);
  });

  it("is associated together with the first of them that is accepted through a mail", async () => {
    const email = newAddress();
    const [one, other] = [await issueTo(organization, email), await issueTo(organization, email)];
    const token = createPurposeToken("accept-badge-mailed", one.id);
    const { userId } = await acceptBadge(one.id, { token });
    expect(await userOf(other.id)).toBe(userId);
    expect((await organization.client.get(`/badges/${other.id}`)).data.state).toBe("pending");
  });

  it("is answered and associated once by any number of concurrent requests", async () => {
    const email = newAddress();
    const badges = [];
    for (let count = 0; count < 4; count += 1) badges.push(await issueTo(organization, email));
    const accepted = await Promise.all(
      badges.map(({ id }) => acceptBadge(id, { token: createPurposeToken("accept-badge-mailed", id) })),
    );
    expect(new Set(accepted.map(({ userId }) => userId)).size).toBe(1);
    expect(accepted.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => "accepted"));
  });

  it("is not associated when it was revoked or when another person confirms their address", async () => {
    const { earner, claim, badge } = await waiting();
    await organization.client.put(`/badges/${badge.id}/revoke`, { reason: "Issued in error." });
    const other = await waiting();
    await confirm(earner, claim);
    expect(await userOf(badge.id)).toBeUndefined();
    expect(await userOf(other.badge.id)).toBeUndefined();
  });
});

describe("the earner of an address", () => {
  it("is shown to the issuer once the badge is accepted; before that, only that an account exists", async () => {
    const { earner, claim, badge } = await waiting();
    await earner.client.patch("", { current_position_name: "Spy", current_organization_name: "Bureau" });
    await confirm(earner, claim);
    const seen = async () => (await organization.client.get(`/badges/${badge.id}`)).data.user;
    const { email } = claim;
    const names = { first_name: null, middle_name: null, last_name: null, photo: null, photo_url: null };
    const work = { current_position_name: null, current_organization_name: null };
    expect(await seen()).toEqual({ id: earner.id, email, confirmed: true, ...names, ...work, url: null });
    await earner.client.post(`/badges/${badge.id}/accept`);
    expect(await seen()).toMatchObject({ id: earner.id, current_position_name: "Spy" });
    await earner.client.post(`/badges/${badge.id}/reject`);
    expect(await seen()).toMatchObject({ id: earner.id, current_position_name: null });
  });
});
