import { afterEach, describe, expect, it, vi } from "vitest";
import { eraseDeletedBadges } from "@/lib/badges/issued/jobs";
import { createPendingBadge, sendBadgeMails } from "../../support/badges/badges";
import { createTestOrganization, createTemplate } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { stopClock } from "../../support/delivery/outbox";

const DAY = 24 * 3_600_000;

afterEach(() => vi.restoreAllMocks());

const PERSONAL_TEXTS = ["erasable", "Zora", "Quimby", "E-4711", "Oregon", "Seen by many", "G-1"];

const findPersonal = (texts: unknown): string[] =>
  PERSONAL_TEXTS.filter((one) => JSON.stringify(texts).includes(one));

/** Everything the database stores about a badge and its mails. */
const readStored = async (id: string) => [
  ...(await sql("SELECT * FROM issued_badges WHERE id = $1", [id])),
  ...(await sql("SELECT * FROM outbox_messages WHERE subject_id = $1", [id])),
];

describe("a deleted badge", () => {
  it("keeps no personal data after 30 days, and its events are delivered without a recipient", async () => {
    const clock = stopClock();
    const organization = await createTestOrganization();
    const template = await createTemplate(organization);
    const changes = {
      issued_to_first_name: "Zora",
      issued_to_last_name: "Quimby",
      issuer_earner_id: "E-4711",
      country_name: "United States",
      state_or_province: "Oregon",
      evidence: [{ type: "PlainTextEvidence", title: "Talk", description: "Seen by many" }],
      issuer_earner_group: { external_id: "G-1", name: "Group" },
    };
    const badge = await createPendingBadge(organization, template.id, {
      ...changes,
      recipient_email: "erasable@example.org",
    });
    const other = await createPendingBadge(organization, template.id, {
      ...changes,
      recipient_email: "erasable.too@example.org",
      issuer_earner_id: "E-4711-2",
    });
    await sendBadgeMails(badge.id);
    await organization.client.delete(`/badges/${badge.id}`);
    clock.advance(29.9 * DAY);
    await eraseDeletedBadges();
    expect(findPersonal(await readStored(badge.id))).toContain("erasable");
    clock.advance(DAY);
    await Promise.all([eraseDeletedBadges(), eraseDeletedBadges()]);
    expect(await eraseDeletedBadges()).toBe(false);
    expect(findPersonal(await readStored(badge.id))).toEqual([]);
    const events = await organization.client.get("/events");
    const badgeEvents = events.data.filter(
      (event: { badge?: { id: string } }) => event.badge?.id === badge.id,
    );
    expect(badgeEvents.map(({ event_type }: { event_type: string }) => event_type)).toContain(
      "badge.deleted",
    );
    expect(findPersonal(badgeEvents)).toEqual([]);
    expect(badgeEvents[0].badge).toMatchObject({
      recipient_email: "",
      issued_to: "",
      badge_template: { id: template.id },
    });
    expect((await organization.client.get(`/badges/${other.id}`)).data).toMatchObject({
      recipient_email: "erasable.too@example.org",
      issued_to_first_name: "Zora",
    });
  });
});
