import { beforeAll, describe, expect, it } from "vitest";
import { POST as addressForm } from "@/app/(earner)/accept/[badge_id]/address/route";
import { GET as unavailable, POST as answerForm } from "@/app/(earner)/accept/[badge_id]/answer/route";
import { POST as keepForm } from "@/app/(earner)/accept/[badge_id]/keep/route";
import { openAccount } from "@/lib/accounts/accounts/account-offers";
import { authOptions } from "@/lib/accounts/sessions/options";
import { readAcceptLink } from "@/lib/badges/issued/accept-link";
import { findPersonByPassword } from "@/lib/identity/users/service";
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
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  createPersonClient,
  issueBadgeTo,
  extractMailLink,
  sendDueMails,
  createEarner,
} from "../../support/accounts/earners";
import { createMember } from "../../support/accounts/members";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

const PASSWORD = "correct horse";
const newEmail = (): string => `accepts-${nextSerial()}@example.org`;

const issuePending = (email = newEmail()) => issueBadgeTo(issuer, email);

type Form = Record<string, string>;

const accountName = { first_name: "Ada", last_name: "Lovelace" };
const submitAccountForm = (id: string, form: Form = {}, headers: Form = {}) =>
  submitAcceptForm(keepForm, id, { token: mailedToken(id), ...accountName, ...form }, headers);

/** An accepted badge of an earner without any other activity. */
async function issueAccepted() {
  const badge = await issuePending();
  await answer(badge.id, mailedToken(badge.id), "accept_privately");
  return badge;
}

const agePendingAnswer = (id: string, hours: number) =>
  sql("UPDATE issued_badges SET state_updated_at = now() - $2 * interval '1 hour' WHERE id = $1", [
    id,
    hours,
  ]);

describe("POST /accept/{badge_id}/answer", () => {
  it("303: redirects to the page, which shows the result; the issuer's own link leads to the public page", async () => {
    for (const [word, state] of [
      ["accept", "accepted"],
      ["accept_privately", "accepted"],
      ["decline", "rejected"],
    ] as const) {
      const badge = await issuePending();
      const response = await answer(badge.id, mailedToken(badge.id), word);
      expect(response.status).toBe(303);
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("set-cookie")).toBeNull();
      expect([
        redirectTarget(response).pathname,
        redirectTarget(response).searchParams.get("answered"),
      ]).toEqual([`/accept/${badge.id}`, "1"]);
      expect((await issuer.client.get(`/badges/${badge.id}`)).data.state).toBe(state);
    }
    const { id } = await issuePending();
    expect(redirectTarget(await answer(id, shownToken(id), "accept")).pathname).toBe(`/badges/${id}`);
  });

  it("303: a second response changes nothing", async () => {
    const { id } = await issueAccepted();
    const response = await answer(id, mailedToken(id), "decline");
    expect([response.status, redirectTarget(response).searchParams.get("answered")]).toEqual([303, null]);
    expect((await issuer.client.get(`/badges/${id}`)).data.state).toBe("accepted");
  });

  it("404, in the reader's language: no form, a wrong token, an unknown badge", async () => {
    const { id } = await issuePending();
    const headers = { "accept-language": "fr" };
    for (const [badge, form] of [
      [id, {}],
      [id, { token: "wrong", answer: "accept" }],
      [id, { token: mailedToken(id), answer: "eat" }],
      [id, { token: "x".repeat(9_000), answer: "accept" }],
      ["01980000-0000-7000-8000-000000000000", { token: mailedToken(id), answer: "accept" }],
    ] as const) {
      const response = await submitAcceptForm(answerForm, badge, form, headers);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<html lang="fr">');
    }
    expect((await issuer.client.get(`/badges/${id}`)).data.state).toBe("pending");
  });
});

describe("GET /accept/{badge_id}/answer", () => {
  const openAnswerLink = (id: string, token: string, headers: Form = {}) =>
    unavailable(new Request(`${ORIGIN}/accept/${id}/answer?${new URLSearchParams({ token })}`, { headers }), {
      params: Promise.resolve({ badge_id: id }),
    });

  it("303: a valid link leads to its page", async () => {
    const { id } = await issuePending();
    expect((await openAnswerLink(id, mailedToken(id))).status).toBe(303);
  });

  it("303: opening a link or its page changes nothing, because mail programs follow links", async () => {
    const { id } = await issuePending();
    const before = await digestTables();
    for (const token of [mailedToken(id), shownToken(id)]) {
      expect((await openAnswerLink(id, token)).status).toBe(303);
      expect(await readAcceptLink(id, token)).toMatchObject({ badge: { state: "pending" } });
      await readLinkOffer(id, token, null);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("410: a revoked badge shows the issuer and the reason, as text and never as HTML", async () => {
    const { id } = await issuePending();
    await issuer.client.put(`/badges/${id}/revoke`, { reason: "<b>Wrong</b> person" });
    const response = await openAnswerLink(id, mailedToken(id), { cookie: "a=b; language=de" });
    const text = await response.text();
    expect([response.status, response.headers.get("content-language")]).toEqual([410, "de"]);
    expect(text).toContain("&lt;b&gt;Wrong&lt;/b&gt; person");
    expect(text).not.toContain("<b>");
  });

  it("410: a link mailed before the address was corrected; 404 for a link that never existed", async () => {
    const { id } = await issuePending();
    await issuer.client.put(`/badges/${id}/recipient`, { recipient_email: newEmail() });
    expect((await openAnswerLink(id, mailedToken(id))).status).toBe(410);
    expect((await openAnswerLink(id, shownToken(id))).status).toBe(410);
    expect((await openAnswerLink(id, "wrong")).status).toBe(404);
    expect((await openAnswerLink("no-uuid", "wrong")).status).toBe(404);
  });
});

describe("a replaced badge", () => {
  const replaceBadge = async (id: string, changes: Form = {}) => {
    const body = {
      badge_template_id: (await createTemplate(issuer)).id,
      issued_at: "2026-05-01",
      ...changes,
    };
    return (await issuer.client.post(`/badges/${id}/replace`, body)).data.id as string;
  };

  it("redirects to the newest badge with a link of the same strength; for another address only to a public badge", async () => {
    const badge = await issuePending();
    const second = await replaceBadge(await replaceBadge(badge.id));
    for (const token of [mailedToken, shownToken]) {
      const acceptLink = await readAcceptLink(badge.id, token(badge.id));
      expect(acceptLink).toMatchObject({ successor: expect.stringContaining(token(second)) });
    }
    const other = await issuePending();
    const moved = await replaceBadge(other.id, { recipient_email: newEmail() });
    expect(await readAcceptLink(other.id, mailedToken(other.id))).toMatchObject({ successor: null });
    await answer(moved, mailedToken(moved), "accept");
    const successor = `${ORIGIN}/badges/${moved}`;
    expect(await readAcceptLink(other.id, mailedToken(other.id))).toMatchObject({ successor });
  });
});

describe("POST /accept/{badge_id}/keep", () => {
  it("303: a name and a password open the wallet", async () => {
    const badge = await issueAccepted();
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("keep");
    const response = await submitAccountForm(badge.id, { password: PASSWORD });
    expect([response.status, redirectTarget(response).pathname]).toEqual([303, "/wallet"]);
    const client = createPersonClient({ headers: { cookie: readSetCookie(response), origin: ORIGIN } });
    const { data } = await client.get("");
    expect(data).toMatchObject({ first_name: "Ada", email: badge.recipient_email, has_password: true });
    expect((await findPersonByPassword(badge.recipient_email, PASSWORD))?.id).toBe(data.id);
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), data.id)).toBe("own");
  });

  it("303: the session also starts without a password; choosing a password in the wallet ends it", async () => {
    const badge = await issueAccepted();
    const first = await submitAccountForm(badge.id, { password: "" });
    const client = createPersonClient({ headers: { cookie: readSetCookie(first), origin: ORIGIN } });
    expect((await client.get("")).data.has_password).toBe(false);
    expect((await client.put("/password", { password: PASSWORD })).status).toBe(200);
    expect((await client.get("")).status).toBe(401);
  });

  it("303 back, the second time: a forwarded mail opens nothing and changes nothing", async () => {
    const badge = await issueAccepted();
    const first = await submitAccountForm(badge.id, { password: "" });
    for (const form of [{}, { password: PASSWORD, first_name: "Hi" }]) {
      const again = await submitAccountForm(badge.id, form);
      expect([readSetCookie(again), redirectTarget(again).pathname]).toEqual(["", `/accept/${badge.id}`]);
    }
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("mail");
    const client = createPersonClient({ headers: { cookie: readSetCookie(first), origin: ORIGIN } });
    const { data } = await client.get("");
    expect(data).toMatchObject({ first_name: "Ada", has_password: false });
    const next = await issuePending(badge.recipient_email);
    await answer(next.id, mailedToken(next.id), "accept");
    expect(await readLinkOffer(next.id, mailedToken(next.id), null)).toBe("mail");
  });

  it("303: of two concurrent requests without a password, one opens the account", async () => {
    const badge = await issueAccepted();
    const responses = await Promise.all([
      submitAccountForm(badge.id),
      submitAccountForm(badge.id),
      submitAccountForm(badge.id),
    ]);
    expect(responses.filter((response) => readSetCookie(response) !== "")).toHaveLength(1);
  });

  it("303 back: an account of a member, and one that signed in through an identity provider", async () => {
    const badge = await issueAccepted();
    const { user } = (await issuer.client.get(`/badges/${badge.id}`)).data;
    const sessionUser = { id: user.id, version: 1, locale: "en" };
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("keep");
    await authOptions().callbacks?.signIn?.({ user: sessionUser, account: null });
    expect(readSetCookie(await submitAccountForm(badge.id))).toBe("");
    const member = await createMember(issuer.id, "administrator");
    const memberBadge = await issuePending(member.email);
    await answer(memberBadge.id, mailedToken(memberBadge.id), "accept");
    expect(await readLinkOffer(memberBadge.id, mailedToken(memberBadge.id), null)).toBe("mail");
    expect(readSetCookie(await submitAccountForm(memberBadge.id, { password: PASSWORD }))).toBe("");
  });

  it("303: when two people have the link, one opens the account and the other signs in", async () => {
    const badge = await issueAccepted();
    const responses = await Promise.all([
      submitAccountForm(badge.id, { password: PASSWORD }),
      submitAccountForm(badge.id, { password: "many small words" }),
    ]);
    expect(responses.filter((response) => readSetCookie(response) !== "")).toHaveLength(1);
    expect(responses.map((response) => redirectTarget(response).pathname).toSorted()).toEqual([
      `/accept/${badge.id}`,
      "/wallet",
    ]);
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("sign_in");
  });

  it("303 back, without a session: the issuer's own link, a day later, before the response, a form from another site", async () => {
    const badge = await issueAccepted();
    expect(readSetCookie(await submitAccountForm(badge.id, { token: shownToken(badge.id) }))).toBe("");
    expect(await readLinkOffer(badge.id, shownToken(badge.id), null)).toBe("shown");
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null", "sec-fetch-site": "cross-site" },
      { origin: "null", "sec-fetch-site": "" },
    ]) {
      expect(readSetCookie(await submitAccountForm(badge.id, {}, headers))).toBe("");
    }
    await agePendingAnswer(badge.id, 25);
    expect(readSetCookie(await submitAccountForm(badge.id))).toBe("");
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("mail");
    const pendingBadge = await issuePending();
    expect(readSetCookie(await submitAccountForm(pendingBadge.id))).toBe("");
    const declined = await issuePending();
    await answer(declined.id, mailedToken(declined.id), "decline");
    expect(readSetCookie(await submitAccountForm(declined.id))).toBe("");
  });

  it("303 back, naming the invalid fields; nothing is stored", async () => {
    const badge = await issueAccepted();
    const response = await submitAccountForm(badge.id, { first_name: " ", password: "short" });
    expect(redirectTarget(response).searchParams.getAll("wrong")).toEqual(["first_name", "password"]);
    expect(readSetCookie(response)).toBe("");
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("keep");
  });

  it("opens no account that the badge does not belong to (any more), and none with a password", async () => {
    const earner = await createEarner();
    const badge = await issueAcceptedBadge(issuer, earner);
    await earner.client.put("/password", { password: PASSWORD });
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("sign_in");
    expect(
      await openAccount({ id: badge.id, token: mailedToken(badge.id) }, { ...accountName, password: null }),
    ).toBeNull();
    const other = await createEarner();
    const own = await issueAcceptedBadge(issuer, other);
    const otherEarner = await createEarner();
    await sql("UPDATE issued_badges SET user_id = $2 WHERE id = $1", [own.id, otherEarner.id]);
    expect(
      await openAccount({ id: own.id, token: mailedToken(own.id) }, { ...accountName, password: null }),
    ).toBeNull();
  });
});

describe("POST /accept/{badge_id}/address", () => {
  const addAddress = (id: string, cookie: string, token = mailedToken(id)) =>
    submitAcceptForm(addressForm, id, { token }, { cookie });

  it("added: adds a pending badge to the account that is signed in", async () => {
    const earner = await createEarner();
    const badge = await issuePending();
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), earner.id)).toBe("other");
    const response = await addAddress(badge.id, earner.cookie);
    expect(redirectTarget(response).searchParams.get("address")).toBe("added");
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), earner.id)).toBe("own");
    await answer(badge.id, mailedToken(badge.id), "accept");
    expect((await issuer.client.get(`/badges/${badge.id}`)).data.user.id).toBe(earner.id);
    expect(redirectTarget(await addAddress(badge.id, earner.cookie)).searchParams.get("address")).toBe(
      "added",
    );
  });

  it("merge_mailed: a badge of another account requires a link mailed to that account", async () => {
    const earner = await createEarner();
    const badge = await issueAccepted();
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), earner.id)).toBe("other");
    const response = await addAddress(badge.id, earner.cookie);
    expect(redirectTarget(response).searchParams.get("address")).toBe("merge_mailed");
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), earner.id)).toBe("other");
    const [mail] = await sendDueMails(earner);
    expect(mail?.to.address).toBe(badge.recipient_email);
    const { path, token } = extractMailLink(mail ?? { text: "" });
    expect(path).toMatch(/\/merge$/);
    const [, emailId] = /emails\/([^/]+)\//.exec(path) ?? [];
    const merged = await earner.client.post("/merge", { email_id: emailId, token });
    expect(merged.status, JSON.stringify(merged.data)).toBe(200);
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), earner.id)).toBe("own");
  });

  it("confirm_mailed: a day after the response the link is no proof any more, and the address gets a new confirmation mail", async () => {
    const [owner, earner] = [await createEarner(), await createEarner()];
    const badge = await issuePending(owner.email);
    await answer(badge.id, mailedToken(badge.id), "accept");
    // Its owner now has another address and keeps the badge.
    await sql("UPDATE user_emails SET email = $2 WHERE user_id = $1", [owner.id, newEmail()]);
    await agePendingAnswer(badge.id, 25);
    const waiting = await issuePending(badge.recipient_email);
    const response = await addAddress(badge.id, earner.cookie);
    expect(redirectTarget(response).searchParams.get("address")).toBe("confirm_mailed");
    const confirmed = async () =>
      (await earner.client.get("/emails")).data.map((row: { confirmed: boolean }) => row.confirmed);
    expect(await confirmed()).toEqual([true, false]);
    expect((await earner.client.get(`/badges/${waiting.id}`)).status).toBe(404);
    const [mail] = await sendDueMails(earner);
    expect(mail?.to.address).toBe(badge.recipient_email);
    const { path, token } = extractMailLink(mail ?? { text: "" });
    const [, emailId] = /emails\/([^/]+)\/confirm/.exec(path) ?? [];
    expect((await earner.client.post(`/emails/${emailId}/confirm`, { token })).status).toBe(200);
    await agePendingAnswer(badge.id, 23);
    const other = await createEarner();
    expect(redirectTarget(await addAddress(badge.id, other.cookie)).searchParams.get("address")).toBe(
      "merge_mailed",
    );
  });

  it("does nothing after the badge was declined or revoked, or after its earner deleted the account", async () => {
    const earner = await createEarner();
    const declined = await issuePending();
    await answer(declined.id, mailedToken(declined.id), "decline");
    const revoked = await issuePending();
    await issuer.client.put(`/badges/${revoked.id}/revoke`, { reason: "Over." });
    const left = await issueAccepted();
    const session = readSetCookie(await submitAccountForm(left.id, { password: PASSWORD }));
    const client = createPersonClient({ headers: { cookie: session, origin: ORIGIN } });
    expect((await client.delete("", { password: PASSWORD })).status).toBe(204);
    for (const { id } of [declined, revoked, left]) {
      expect(redirectTarget(await addAddress(id, earner.cookie)).searchParams.get("address"), id).toBeNull();
    }
    expect((await earner.client.get("/emails")).metadata.total_count).toBe(1);
  });

  it("does nothing for the issuer's own link, without a session, and for a form from another site", async () => {
    const earner = await createEarner();
    const badge = await issuePending();
    for (const response of [
      await addAddress(badge.id, earner.cookie, shownToken(badge.id)),
      await addAddress(badge.id, ""),
      await submitAcceptForm(
        addressForm,
        badge.id,
        { token: mailedToken(badge.id) },
        { cookie: earner.cookie, origin: "https://evil.example" },
      ),
    ]) {
      expect([response.status, redirectTarget(response).searchParams.get("address")]).toEqual([303, null]);
    }
    expect((await earner.client.get("/emails")).metadata.total_count).toBe(1);
    expect(await readLinkOffer(badge.id, shownToken(badge.id), earner.id)).toBeNull();
  });
});
