import { beforeAll, describe, expect, it } from "vitest";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { digestTables } from "../../support/platform/database";

type Changes = Record<string, unknown>;

let organization: TestOrganization;
let template: { id: string };
let other: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
  other = await createTemplate(organization);
});

const issue = (changes: Changes = {}, templateId = template.id) =>
  createPendingBadge(organization, templateId, changes);

const replace = (id: string, changes: Changes) =>
  organization.client.post(`/badges/${id}/replace`, {
    badge_template_id: other.id,
    issued_at: "2026-05-01T08:00:00Z",
    ...changes,
  });

async function expectReplaced(id: string, changes: Changes) {
  const { status, data } = await replace(id, changes);
  expect(status, JSON.stringify(data)).toBe(201);
}

/** Sends a replacement that must fail, and checks that nothing was stored. */
async function expectRefused(id: string, changes: Changes = {}) {
  const before = await digestTables();
  const { status, data } = await replace(id, changes);
  expect(status, JSON.stringify(data)).toBe(422);
  expect(await digestTables()).toEqual(before);
  return data;
}

describe("the duplicate rule of a replacement", () => {
  it("does not count the replaced badge", async () => {
    const old = await issue();
    await acceptByLink(old.id);
    await expectReplaced(old.id, { badge_template_id: template.id });
  });

  it("422: another badge that the recipient holds; allow issues next to it", async () => {
    const old = await issue();
    await issue({ recipient_email: old.recipient_email }, other.id);
    expect((await expectRefused(old.id)).message).toContain("already has this badge");
    await expectReplaced(old.id, { duplicate_behavior: "allow" });
  });

  it("422: a revoked badge whose successor was already issued", async () => {
    const old = await issue();
    await organization.client.put(`/badges/${old.id}/revoke`, { reason: "Wrong." });
    await issue({ recipient_email: old.recipient_email });
    expect((await expectRefused(old.id, { badge_template_id: template.id })).code).toBe("duplicate_badge");
  });

  it("201: a template that allows duplicates", async () => {
    const open = await createTemplate(organization, { allow_duplicate_badges: true });
    const old = await issue();
    await issue({ recipient_email: old.recipient_email }, open.id);
    await expectReplaced(old.id, { badge_template_id: open.id });
  });
});
