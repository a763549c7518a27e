import { beforeAll, describe, expect, it } from "vitest";
import { POST as keepForm } from "@/app/(earner)/accept/[badge_id]/keep/route";
import {
  answer,
  mailedToken,
  redirectTarget,
  shownToken,
  submitAcceptForm,
} from "../../support/accounts/accept-forms";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { createEarner, issueBadgeTo } from "../../support/accounts/earners";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

const newEmail = (): string => `publishes-${nextSerial()}@example.org`;

async function acceptPrivately(email = newEmail()): Promise<string> {
  const { id } = await issueBadgeTo(issuer, email);
  await answer(id, mailedToken(id), "accept_privately");
  return id;
}

const isPublic = async (id: string): Promise<boolean> =>
  (await sql("SELECT 1 FROM issued_badges WHERE id = $1 AND public", [id])).length === 1;

const countPrivacyEvents = async (id: string): Promise<number> =>
  (await sql("SELECT 1 FROM events WHERE event_type = 'badge.privacy.changed' AND subject_id = $1", [id]))
    .length;

/** Submits the form and returns where it leads and whether the badge is public then. */
async function publish(id: string, token: string, headers: Record<string, string> = {}) {
  const response = await answer(id, token, "make_public", headers);
  const target = response.status === 303 ? redirectTarget(response) : null;
  return { status: response.status, page: target?.searchParams.get("answered"), public: await isPublic(id) };
}

describe("POST /accept/{badge_id}/answer with make_public", () => {
  it("303: the link of the mail makes the badge public before the account was opened", async () => {
    const id = await acceptPrivately();
    const before = await countPrivacyEvents(id);
    expect(await publish(id, mailedToken(id))).toEqual({ status: 303, page: "1", public: true });
    expect(await countPrivacyEvents(id)).toBe(before + 1);
  });

  it("303: the signed-in owner makes it public", async () => {
    const earner = await createEarner();
    const id = await acceptPrivately(earner.email);
    expect(await publish(id, mailedToken(id), { cookie: earner.cookie })).toEqual({
      status: 303,
      page: "1",
      public: true,
    });
  });

  it("303, without a change: no one else does, not by an old link, the issuer's link or another account", async () => {
    const unchanged = { status: 303, page: null, public: false };
    const [opened, old, shown] = [await acceptPrivately(), await acceptPrivately(), await acceptPrivately()];
    const form = { token: mailedToken(opened), first_name: "Ada", last_name: "L", password: "correct horse" };
    await submitAcceptForm(keepForm, opened, form);
    expect(await publish(opened, mailedToken(opened))).toEqual(unchanged);
    await sql("UPDATE issued_badges SET state_updated_at = now() - interval '25 hours' WHERE id = $1", [old]);
    expect(await publish(old, mailedToken(old))).toEqual(unchanged);
    expect(await publish(shown, shownToken(shown))).toEqual(unchanged);
    const stranger = await createEarner();
    expect(await publish(shown, mailedToken(shown), { cookie: stranger.cookie })).toEqual(unchanged);
  });

  it("303, without a change: a badge that was not accepted; 404 for a wrong link", async () => {
    const { id } = await issueBadgeTo(issuer, newEmail());
    const pending = await answer(id, mailedToken(id), "make_public");
    expect([pending.status, redirectTarget(pending).searchParams.get("answered")]).toEqual([303, null]);
    expect((await issuer.client.get(`/badges/${id}`)).data.state).toBe("pending");
    expect((await answer(id, "wrong", "make_public")).status).toBe(404);
  });
});
