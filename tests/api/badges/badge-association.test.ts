import { beforeAll, describe, expect, it } from "vitest";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import { acceptBadge } from "@/lib/badges/issued/service";
import { createPurposeToken } from "@/lib/kernel/secrets";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import {
  claimAddress,
  listEventsByPrefix,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const newEmail = (): string => `waiting-${nextSerial()}@example.org`;

const readUserId = async (badgeId: string): Promise<string | undefined> =>
  (await organization.client.get(`/badges/${badgeId}`)).data.user?.id ?? undefined;

async function confirmAddress(earner: TestEarner, claim: { id: string; token: string }) {
  const { status } = await earner.client.post(`/emails/${claim.id}/confirm`, { token: claim.token });
  expect(status).toBe(200);
}

/** An earner, and a pending badge at an address that the earner has claimed. */
async function issueToClaimedAddress(changes: Record<string, unknown> = {}) {
  const earner = await createEarner();
  const claim = await claimAddress(earner, newEmail());
  const badge = await issueBadgeTo(organization, claim.email, changes);
  return { earner, claim, badge };
}

describe("a pending badge at an address that is confirmed later", () => {
  it("belongs to the account: user, user_id and recipient_email_all find it before it is accepted", async () => {
    const { earner, claim, badge } = await issueToClaimedAddress();
    expect(await readUserId(badge.id)).toBeUndefined();
    await confirmAddress(earner, claim);
    expect(await readUserId(badge.id)).toBe(earner.id);
    for (const filter of [`user_id::${earner.id}`, `recipient_email_all::${earner.email}`]) {
      const { data } = await organization.client.get(`/badges?filter=${filter}`);
      expect(data).toMatchObject([{ id: badge.id, state: "pending" }]);
    }
  });

  it("is a duplicate of a badge issued to the account's other address", async () => {
    const { id: templateId } = await createTemplate(organization);
    const { earner, claim } = await issueToClaimedAddress({ badge_template_id: templateId });
    const issueBadge = () =>
      organization.client.post("/badges", badgeBody(templateId, { recipient_email: earner.email }));
    const before = await issueBadge();
    expect(before.status).toBe(201);
    await organization.client.delete(`/badges/${before.data.id}`);
    await confirmAddress(earner, claim);
    expect((await issueBadge()).status).toBe(422);
  });

  it("is reported once to an employer who can see it from then on", async () => {
    const { earner, claim, badge } = await issueToClaimedAddress();
    const { data: employee } = await organization.client.post("/employees", { email: earner.email });
    await promptEmployments(earner.id);
    await acceptEmployment(earner.id, employee.id);
    await confirmAddress(earner, claim);
    const reportedEvents = (await listEventsByPrefix(organization, "employment.badges.")).filter(
      ({ employment }) => (employment as { id?: string } | undefined)?.id === employee.id,
    );
    expect(reportedEvents.map(({ event_type: type }) => type)).toEqual(["employment.badges.added"]);
    const { data } = await organization.client.get(`/employees/${employee.id}/data`);
    expect(JSON.stringify(data)).toContain(badge.id);
  });

  it("is associated together with the first of them that is accepted through a mail", async () => {
    const email = newEmail();
    const [one, other] = [await issueBadgeTo(organization, email), await issueBadgeTo(organization, email)];
    const token = createPurposeToken("accept-badge-mailed", one.id);
    const { userId } = await acceptBadge(one.id, { token });
    expect(await readUserId(other.id)).toBe(userId);
    expect((await organization.client.get(`/badges/${other.id}`)).data.state).toBe("pending");
  });

  it("is answered and associated once by any number of concurrent requests", async () => {
    const email = newEmail();
    const badges = [];
    for (let count = 0; count < 4; count += 1) badges.push(await issueBadgeTo(organization, email));
    const accepted = await Promise.all(
      badges.map(({ id }) => acceptBadge(id, { token: createPurposeToken("accept-badge-mailed", id) })),
    );
    expect(new Set(accepted.map(({ userId }) => userId)).size).toBe(1);
    expect(accepted.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => "accepted"));
  });

  it("is not associated when it was revoked or when another person confirms their address", async () => {
    const { earner, claim, badge } = await issueToClaimedAddress();
    await organization.client.put(`/badges/${badge.id}/revoke`, { reason: "Issued in error." });
    const other = await issueToClaimedAddress();
    await confirmAddress(earner, claim);
    expect(await readUserId(badge.id)).toBeUndefined();
    expect(await readUserId(other.badge.id)).toBeUndefined();
  });
});

describe("the earner of an address", () => {
  it("is shown to the issuer once the badge is accepted; before that, only that an account exists", async () => {
    const { earner, claim, badge } = await issueToClaimedAddress();
    await earner.client.patch("", { current_position_name: "Spy", current_organization_name: "Bureau" });
    await confirmAddress(earner, claim);
    const readBadgeUser = async () => (await organization.client.get(`/badges/${badge.id}`)).data.user;
    const { email } = claim;
    const names = { first_name: null, middle_name: null, last_name: null, photo: null, photo_url: null };
    const work = { current_position_name: null, current_organization_name: null };
    expect(await readBadgeUser()).toEqual({
      id: earner.id,
      email,
      confirmed: true,
      ...names,
      ...work,
      url: null,
    });
    await earner.client.post(`/badges/${badge.id}/accept`);
    expect(await readBadgeUser()).toMatchObject({ id: earner.id, current_position_name: "Spy" });
    await earner.client.post(`/badges/${badge.id}/reject`);
    expect(await readBadgeUser()).toMatchObject({ id: earner.id, current_position_name: null });
  });
});
