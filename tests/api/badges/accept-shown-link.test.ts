import { beforeAll, describe, expect, it } from "vitest";
import { POST as keepForm } from "@/app/(earner)/accept/[badge_id]/keep/route";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { acceptBadge, rejectBadge } from "@/lib/badges/issued/service";
import { createUnprovenUser } from "@/lib/identity/users/service";
import { readProfilePageStatus } from "@/lib/credentials/public-pages/service";
import {
  answer,
  readSetCookie,
  redirectTarget,
  mailedToken,
  shownToken,
  readLinkOffer,
  submitAcceptForm,
} from "../../support/accounts/accept-forms";
import {
  createEmployee,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  createPersonClient,
  issueBadgeTo,
  extractMailLink,
  sendDueMails,
  createEarner,
} from "../../support/accounts/earners";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

const PASSWORD = "correct horse";
const newEmail = (): string => `shown-${nextSerial()}@example.org`;
const getBadge = async (id: string) => (await issuer.client.get(`/badges/${id}`)).data;
const shownLinkArguments = (id: string) => [id, { token: shownToken(id) }] as const;
const issueWithoutMail = (email: string) =>
  issueBadgeTo(issuer, email, { suppress_badge_notification_email: true });

describe("the link shown to the issuer, for a badge of an existing account", () => {
  it("accepts nothing without a session: 303 back to the page, which asks to sign in", async () => {
    const earner = await createEarner();
    for (const word of ["accept", "accept_privately", "decline"]) {
      const { id } = await issueWithoutMail(earner.email);
      expect(await readLinkOffer(id, shownToken(id), null)).toBe("owner_only");
      const response = await answer(id, shownToken(id), word);
      expect([response.status, redirectTarget(response).href]).toEqual([
        303,
        `${ORIGIN}/accept/${id}?token=${encodeURIComponent(shownToken(id))}`,
      ]);
      expect((await getBadge(id)).state).toBe("pending");
      for (const verb of [acceptBadge, rejectBadge]) {
        await expect(verb(...shownLinkArguments(id))).rejects.toMatchObject({
          status: 403,
          code: "sign_in_needed",
        });
      }
    }
  });

  it("is enough when signed in to that account, through our own form only", async () => {
    const [earner, other] = [await createEarner(), await createEarner()];
    const { id } = await issueWithoutMail(earner.email);
    await answer(id, shownToken(id), "accept", { cookie: other.cookie });
    await answer(id, shownToken(id), "accept", { cookie: earner.cookie, origin: "https://evil.example" });
    expect((await getBadge(id)).state).toBe("pending");
    expect(await readLinkOffer(id, shownToken(id), other.id)).toBe("owner_only");
    expect(await readLinkOffer(id, shownToken(id), earner.id)).toBe("own");
    await answer(id, shownToken(id), "accept_privately", { cookie: earner.cookie });
    expect(await getBadge(id)).toMatchObject({ state: "accepted", public: false, user: { id: earner.id } });
  });

  it("is refused for a secondary address and for an account that only has a password", async () => {
    const earner = await createEarner();
    const email = newEmail();
    await earner.client.post("/emails", { email });
    await sql("UPDATE user_emails SET confirmed_at = now() WHERE email = $1", [email]);
    const second = await issueWithoutMail(email);
    await expect(acceptBadge(...shownLinkArguments(second.id))).rejects.toMatchObject({ status: 403 });
    const address = newEmail();
    const unproven = await createUnconfirmedUser(address);
    await sql("UPDATE users SET password_hash = 'x' WHERE id = $1", [unproven]);
    const { id } = await issueWithoutMail(address);
    await expect(rejectBadge(...shownLinkArguments(id))).rejects.toMatchObject({ status: 403 });
  });

  it("does not prevent an answer through the mailed link", async () => {
    const earner = await createEarner();
    const { id } = await issueBadgeTo(issuer, earner.email);
    expect(await readLinkOffer(id, mailedToken(id), null)).toBeNull();
    await answer(id, mailedToken(id), "accept");
    expect(await getBadge(id)).toMatchObject({ state: "accepted", user: { id: earner.id } });
  });
});

const createUnconfirmedUser = (email: string) =>
  createUnprovenUser({ email, firstName: "A", middleName: null, lastName: "B", locale: "en" });

describe("the link shown to the issuer, for an unconfirmed address", () => {
  const acceptThroughShownLink = async (email = newEmail(), word = "accept") => {
    const badge = await issueWithoutMail(email);
    expect(await readLinkOffer(badge.id, shownToken(badge.id), null)).toBeNull();
    await answer(badge.id, shownToken(badge.id), word);
    return badge;
  };
  const readSlug = async (id: string) =>
    String((await sql("SELECT vanity_slug FROM users WHERE id = $1", [id]))[0]?.vanity_slug);

  it("accepts, and creates an unconfirmed account with the name given by the issuer", async () => {
    const [first, second] = [
      await acceptThroughShownLink(),
      await acceptThroughShownLink(newEmail(), "decline"),
    ];
    expect(await getBadge(second.id)).toMatchObject({ state: "rejected", user: { confirmed: false } });
    const { state, user, ...badge } = await getBadge(first.id);
    expect([state, user.confirmed]).toEqual(["accepted", false]);
    expect(user.first_name).toBe(badge.issued_to_first_name);
    const again = await acceptThroughShownLink(first.recipient_email);
    expect((await getBadge(again.id)).user).toMatchObject({ id: user.id, confirmed: false });
  });

  it("associates no other badges waiting for the address, and publishes no profile page", async () => {
    const email = newEmail();
    const other = await createTestOrganization();
    const elsewhere = await issueBadgeTo(other, email);
    const employee = await createEmployee(other, { email });
    const { id } = await acceptThroughShownLink(email);
    expect((await other.client.get(`/badges/${elsewhere.id}`)).data.user.confirmed).toBe(false);
    const rows = await sql("SELECT user_id FROM issued_badges WHERE id = $1", [elsewhere.id]);
    const employees = await sql("SELECT user_id FROM employees WHERE id = $1", [employee.id]);
    expect([rows, employees]).toEqual([[{ user_id: null }], [{ user_id: null }]]);
    const slug = await readSlug((await getBadge(id)).user.id);
    expect((await readProfilePageStatus(slug, 1)).kind).toBe("unknown");
    expect(await findPublicBadge(id)).toMatchObject({ shown: { badge: { id }, earner: null } });
  });

  it("reveals nothing about the account to the issuer afterwards, whatever its state", async () => {
    const { id } = await acceptThroughShownLink();
    const { user } = await getBadge(id);
    expect(await readLinkOffer(id, shownToken(id), null)).toBe("shown");
    await sql("UPDATE users SET password_hash = 'x' WHERE id = $1", [user.id]);
    expect(await readLinkOffer(id, shownToken(id), null)).toBe("shown");
    const form = { token: shownToken(id), first_name: "Evil", last_name: "" };
    expect(readSetCookie(await submitAcceptForm(keepForm, id, form))).toBe("");
  });

  it("leaves the account to the person who confirms the address through the mailed link", async () => {
    const email = newEmail();
    const { id } = await acceptThroughShownLink(email);
    const employee = await createEmployee(issuer, { email });
    const { user } = await getBadge(id);
    expect(await readLinkOffer(id, mailedToken(id), null)).toBe("keep");
    const form = { token: mailedToken(id), first_name: "Ada", last_name: "Lovelace" };
    const client = createPersonClient({
      headers: { cookie: readSetCookie(await submitAcceptForm(keepForm, id, form)), origin: ORIGIN },
    });
    expect((await client.get("")).data).toMatchObject({ id: user.id, first_name: "Ada", email });
    expect((await getBadge(id)).user.confirmed).toBe(true);
    expect(await sql("SELECT user_id FROM employees WHERE id = $1", [employee.id])).toEqual([
      { user_id: user.id },
    ]);
    expect((await readProfilePageStatus(await readSlug(user.id), 1)).kind).toBe("shown");
  });

  it("leaves the account to the person who chooses a password through a mail, which confirms the address", async () => {
    const { id, recipient_email: email } = await acceptThroughShownLink();
    const { user } = await getBadge(id);
    const other = await issueWithoutMail(email);
    expect((await send("POST", "/v1/password_resets", { body: { email } })).status).toBe(202);
    const [row] = await sql("SELECT id FROM user_emails WHERE user_id = $1", [user.id]);
    const addressId = String(row?.id);
    const [mail] = await sendDueMails({ id: addressId });
    expect(mail?.to.address).toBe(email);
    const { token } = extractMailLink(mail ?? { text: "" });
    const body = { token, password: PASSWORD };
    expect((await send("PUT", `/v1/password_resets/${addressId}`, { body })).status).toBe(200);
    expect(await getBadge(other.id)).toMatchObject({
      state: "pending",
      user: { id: user.id, confirmed: true },
    });
    await expect(acceptBadge(...shownLinkArguments(other.id))).rejects.toMatchObject({ status: 403 });
    expect((await send("PUT", `/v1/password_resets/${addressId}`, { body })).status).toBe(422);
  });

  it("racing a confirmation of the address either answers before it or has no effect", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, recipient_email: email } = await issueBadgeTo(issuer, newEmail());
      const other = await issueWithoutMail(email);
      await Promise.all([
        answer(id, mailedToken(id), "accept"),
        answer(other.id, shownToken(other.id), "accept"),
      ]);
      const [own, theirs] = [await getBadge(id), await getBadge(other.id)];
      expect([own.state, own.user.confirmed]).toEqual(["accepted", true]);
      expect(theirs.user.id, `${theirs.state} in round ${round}`).toBe(own.user.id);
    }
  });
});
