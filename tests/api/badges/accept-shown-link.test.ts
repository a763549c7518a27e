import { beforeAll, describe, expect, it } from "vitest";
import { POST as keepForm } from "@/app/(earner)/accept/[badge_id]/keep/route";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { acceptBadge, rejectBadge } from "@/lib/badges/issued/service";
import { createUnprovenUser } from "@/lib/identity/users/service";
import { readProfilePageStatus } from "@/lib/credentials/public-pages/service";
import {
  answer,
  cookieOf,
  locationOf,
  mailed,
  shown,
  standing,
  submit,
} from "../../support/identity/accept-forms";
import { makeEmployee, makeOrganization, serial, type TestOrganization } from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { clientOfPerson, issueTo, linkOf, mailsOf, makeEarner } from "../../support/identity/earners";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await makeOrganization();
});

const PASSWORD = "correct horse";
const newAddress = (): string => `shown-${serial()}@example.org`;
const badgeOf = async (id: string) => (await issuer.client.get(`/badges/${id}`)).data;
const byShown = (id: string) => [id, { token: shown(id) }] as const;
const waiting = (email: string) => issueTo(issuer, email, { suppress_badge_notification_email: true });

describe("the link shown to the issuer, for a badge of an existing account", () => {
  it("accepts nothing without a session: 303 back to the page, which asks to sign in", async () => {
    const earner = await makeEarner();
    for (const word of ["accept", "accept_privately", "decline"]) {
      const { id } = await waiting(earner.email);
      expect(await standing(id, shown(id), null)).toBe("owner_only");
      const response = await answer(id, shown(id), word);
      expect([response.status, locationOf(response).href]).toEqual([
        303,
        `${ORIGIN}/accept/${id}?token=${encodeURIComponent(shown(id))}`,
      ]);
      expect((await badgeOf(id)).state).toBe("pending");
      for (const verb of [acceptBadge, rejectBadge]) {
        await expect(verb(...byShown(id))).rejects.toMatchObject({ status: 403, code: "sign_in_needed" });
      }
    }
  });

  it("is enough when signed in to that account, through our own form only", async () => {
    const [earner, other] = [await makeEarner(), await makeEarner()];
    const { id } = await waiting(earner.email);
    await answer(id, shown(id), "accept", { cookie: other.cookie });
    await answer(id, shown(id), "accept", { cookie: earner.cookie, origin: "https://evil.example" });
    expect((await badgeOf(id)).state).toBe("pending");
    expect(await standing(id, shown(id), other.id)).toBe("owner_only");
    expect(await standing(id, shown(id), earner.id)).toBe("own");
    await answer(id, shown(id), "accept_privately", { cookie: earner.cookie });
    expect(await badgeOf(id)).toMatchObject({ state: "accepted", public: false, user: { id: earner.id } });
  });

  it("is refused for a secondary address and for an account that only has a password", async () => {
    const earner = await makeEarner();
    const email = newAddress();
    await earner.client.post("/emails", { email });
    await sql("UPDATE user_emails SET confirmed_at = now() WHERE email = $1", [email]);
    const second = await waiting(email);
    await expect(acceptBadge(...byShown(second.id))).rejects.toMatchObject({ status: 403 });
    const address = newAddress();
    const unproven = await makeUnproven(address);
    await sql("UPDATE users SET password_hash = 'x' WHERE id = $1", [unproven]);
    const { id } = await waiting(address);
    await expect(rejectBadge(...byShown(id))).rejects.toMatchObject({ status: 403 });
  });

  it("does not prevent an answer through the mailed link", async () => {
    const earner = await makeEarner();
    const { id } = await issueTo(issuer, earner.email);
    expect(await standing(id, mailed(id), null)).toBeNull();
    await answer(id, mailed(id), "accept");
    expect(await badgeOf(id)).toMatchObject({ state: "accepted", user: { id: earner.id } });
  });
});

const makeUnproven = (email: string) =>
  createUnprovenUser({ email, firstName: "A", middleName: null, lastName: "B", locale: "en" });

describe("the link shown to the issuer, for an unconfirmed address", () => {
  const accepted = async (email = newAddress(), word = "accept") => {
    const badge = await waiting(email);
    expect(await standing(badge.id, shown(badge.id), null)).toBeNull();
    await answer(badge.id, shown(badge.id), word);
    return badge;
  };
  const slugOf = async (id: string) =>
    String((await sql("SELECT vanity_slug FROM users WHERE id = $1", [id]))[0]?.vanity_slug);

  it("accepts, and creates an unconfirmed account with the name given by the issuer", async () => {
    const [first, second] = [await accepted(), await accepted(newAddress(), "decline")];
    expect(await badgeOf(second.id)).toMatchObject({ state: "rejected", user: { confirmed: false } });
    const { state, user, ...badge } = await badgeOf(first.id);
    expect([state, user.confirmed]).toEqual(["accepted", false]);
    expect(user.first_name).toBe(badge.issued_to_first_name);
    const again = await accepted(first.recipient_email);
    expect((await badgeOf(again.id)).user).toMatchObject({ id: user.id, confirmed: false });
  });

  it("associates no other badges waiting for the address, and publishes no profile page", async () => {
    const email = newAddress();
    const other = await makeOrganization();
    const elsewhere = await issueTo(other, email);
    const employee = await makeEmployee(other, { email });
    const { id } = await accepted(email);
    expect((await other.client.get(`/badges/${elsewhere.id}`)).data.user.confirmed).toBe(false);
    const rows = await sql("SELECT user_id FROM issued_badges WHERE id = $1", [elsewhere.id]);
    const employees = await sql("SELECT user_id FROM employees WHERE id = $1", [employee.id]);
    expect([rows, employees]).toEqual([[{ user_id: null }], [{ user_id: null }]]);
    const slug = await slugOf((await badgeOf(id)).user.id);
    expect((await readProfilePageStatus(slug, 1)).kind).toBe("unknown");
    expect(await findPublicBadge(id)).toMatchObject({ shown: { badge: { id }, earner: null } });
  });

  it("reveals nothing about the account to the issuer afterwards, whatever its state", async () => {
    const { id } = await accepted();
    const { user } = await badgeOf(id);
    expect(await standing(id, shown(id), null)).toBe("shown");
    await sql("UPDATE users SET password_hash = 'x' WHERE id = $1", [user.id]);
    expect(await standing(id, shown(id), null)).toBe("shown");
    const form = { token: shown(id), first_name: "Evil", last_name: "" };
    expect(cookieOf(await submit(keepForm, id, form))).toBe("");
  });

  it("leaves the account to the person who confirms the address through the mailed link", async () => {
    const email = newAddress();
    const { id } = await accepted(email);
    const employee = await makeEmployee(issuer, { email });
    const { user } = await badgeOf(id);
    expect(await standing(id, mailed(id), null)).toBe("keep");
    const form = { token: mailed(id), first_name: "Ada", last_name: "Lovelace" };
    const client = clientOfPerson({
      headers: { cookie: cookieOf(await submit(keepForm, id, form)), origin: ORIGIN },
    });
    expect((await client.get("")).data).toMatchObject({ id: user.id, first_name: "Ada", email });
    expect((await badgeOf(id)).user.confirmed).toBe(true);
    expect(await sql("SELECT user_id FROM employees WHERE id = $1", [employee.id])).toEqual([
      { user_id: user.id },
    ]);
    expect((await readProfilePageStatus(await slugOf(user.id), 1)).kind).toBe("shown");
  });

  it("leaves the account to the person who chooses a password through a mail, which confirms the address", async () => {
    const { id, recipient_email: email } = await accepted();
    const { user } = await badgeOf(id);
    const other = await waiting(email);
    expect((await send("POST", "/v1/password_resets", { body: { email } })).status).toBe(202);
    const [row] = await sql("SELECT id FROM user_emails WHERE user_id = $1", [user.id]);
    const addressId = String(row?.id);
    const [mail] = await mailsOf({ id: addressId });
    expect(mail?.to.address).toBe(email);
    const { token } = linkOf(mail ?? { text: "" });
    const body = { token, password: PASSWORD };
    expect((await send("PUT", `/v1/password_resets/${addressId}`, { body })).status).toBe(200);
    expect(await badgeOf(other.id)).toMatchObject({
      state: "pending",
      user: { id: user.id, confirmed: true },
    });
    await expect(acceptBadge(...byShown(other.id))).rejects.toMatchObject({ status: 403 });
    expect((await send("PUT", `/v1/password_resets/${addressId}`, { body })).status).toBe(422);
  });

  it("racing a confirmation of the address either answers before it or has no effect", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, recipient_email: email } = await issueTo(issuer, newAddress());
      const other = await waiting(email);
      await Promise.all([answer(id, mailed(id), "accept"), answer(other.id, shown(other.id), "accept")]);
      const [own, theirs] = [await badgeOf(id), await badgeOf(other.id)];
      expect([own.state, own.user.confirmed]).toEqual(["accepted", true]);
      expect(theirs.user.id, `${theirs.state} in round ${round}`).toBe(own.user.id);
    }
  });
});
