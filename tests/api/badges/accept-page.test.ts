import { beforeAll, describe, expect, it } from "vitest";
import { POST as addressForm } from "@/app/(earner)/accept/[badge_id]/address/route";
import { GET as unavailable, POST as answerForm } from "@/app/(earner)/accept/[badge_id]/answer/route";
import { POST as keepForm } from "@/app/(earner)/accept/[badge_id]/keep/route";
import { openAccount } from "@/lib/identity/accounts/account-offers";
import { authOptions } from "@/lib/identity/sessions/options";
import { readAcceptLink } from "@/lib/badges/issued/accept-link";
import { findPersonByPassword } from "@/lib/identity/users/service";
import {
  answer,
  cookieOf,
  locationOf,
  mailed,
  shown,
  standing,
  submit,
} from "../../support/identity/accept-forms";
import { makeOrganization, makeTemplate, serial, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { contents, sql } from "../../support/platform/database";
import {
  acceptedBadge,
  clientOfPerson,
  issueTo,
  linkOf,
  mailsOf,
  makeEarner,
} from "../../support/identity/earners";
import { makeMember } from "../../support/identity/members";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await makeOrganization();
});

const PASSWORD = "correct horse";
const newAddress = (): string => `accepts-${serial()}@example.org`;

const pending = (email = newAddress()) => issueTo(issuer, email);

type Form = Record<string, string>;

const name = { first_name: "Ada", last_name: "Lovelace" };
const keep = (id: string, form: Form = {}, headers: Form = {}) =>
  submit(keepForm, id, { token: mailed(id), ...name, ...form }, headers);

/** An accepted badge of an earner without any other activity. */
async function accepted() {
  const badge = await pending();
  await answer(badge.id, mailed(badge.id), "accept_privately");
  return badge;
}

const passTime = (id: string, hours: number) =>
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
      const badge = await pending();
      const response = await answer(badge.id, mailed(badge.id), word);
      expect(response.status).toBe(303);
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("set-cookie")).toBeNull();
      expect([locationOf(response).pathname, locationOf(response).searchParams.get("answered")]).toEqual([
        `/accept/${badge.id}`,
        "1",
      ]);
      expect((await issuer.client.get(`/badges/${badge.id}`)).data.state).toBe(state);
    }
    const { id } = await pending();
    expect(locationOf(await answer(id, shown(id), "accept")).pathname).toBe(`/badges/${id}`);
  });

  it("303: a second response changes nothing", async () => {
    const { id } = await accepted();
    const response = await answer(id, mailed(id), "decline");
    expect([response.status, locationOf(response).searchParams.get("answered")]).toEqual([303, null]);
    expect((await issuer.client.get(`/badges/${id}`)).data.state).toBe("accepted");
  });

  it("404, in the reader's language: no form, a wrong token, an unknown badge", async () => {
    const { id } = await pending();
    const headers = { "accept-language": "fr" };
    for (const [badge, form] of [
      [id, {}],
      [id, { token: "wrong", answer: "accept" }],
      [id, { token: mailed(id), answer: "eat" }],
      [id, { token: "x".repeat(9_000), answer: "accept" }],
      ["01980000-0000-7000-8000-000000000000", { token: mailed(id), answer: "accept" }],
    ] as const) {
      const response = await submit(answerForm, badge, form, headers);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<html lang="fr">');
    }
    expect((await issuer.client.get(`/badges/${id}`)).data.state).toBe("pending");
  });
});

describe("GET /accept/{badge_id}/answer", () => {
  const look = (id: string, token: string, headers: Form = {}) =>
    unavailable(new Request(`${ORIGIN}/accept/${id}/answer?${new URLSearchParams({ token })}`, { headers }), {
      params: Promise.resolve({ badge_id: id }),
    });

  it("303: a valid link leads to its page", async () => {
    const { id } = await pending();
    expect((await look(id, mailed(id))).status).toBe(303);
  });

  it("303: opening a link or its page changes nothing, because mail programs follow links", async () => {
    const { id } = await pending();
    const before = await contents();
    for (const token of [mailed(id), shown(id)]) {
      expect((await look(id, token)).status).toBe(303);
      expect(await readAcceptLink(id, token)).toMatchObject({ badge: { state: "pending" } });
      await standing(id, token, null);
    }
    expect(await contents()).toEqual(before);
  });

  it("410: a revoked badge shows the issuer and the reason, as text and never as HTML", async () => {
    const { id } = await pending();
    await issuer.client.put(`/badges/${id}/revoke`, { reason: "<b>Wrong</b> person" });
    const response = await look(id, mailed(id), { cookie: "a=b; language=de" });
    const text = await response.text();
    expect([response.status, response.headers.get("content-language")]).toEqual([410, "de"]);
    expect(text).toContain("&lt;b&gt;Wrong&lt;/b&gt; person");
    expect(text).not.toContain("<b>");
  });

  it("410: a link mailed before the address was corrected; 404 for a link that never existed", async () => {
    const { id } = await pending();
    await issuer.client.put(`/badges/${id}/recipient`, { recipient_email: newAddress() });
    expect((await look(id, mailed(id))).status).toBe(410);
    expect((await look(id, shown(id))).status).toBe(410);
    expect((await look(id, "wrong")).status).toBe(404);
    expect((await look("no-uuid", "wrong")).status).toBe(404);
  });
});

describe("a replaced badge", () => {
  const replace = async (id: string, changes: Form = {}) => {
    const body = { badge_template_id: (await makeTemplate(issuer)).id, issued_at: "2026-05-01", ...changes };
    return (await issuer.client.post(`/badges/${id}/replace`, body)).data.id as string;
  };

  it("redirects to the newest badge with a link of the same strength; for another address only to a public badge", async () => {
    const badge = await pending();
    const second = await replace(await replace(badge.id));
    for (const token of [mailed, shown]) {
      const looked = await readAcceptLink(badge.id, token(badge.id));
      expect(looked).toMatchObject({ successor: expect.stringContaining(token(second)) });
    }
    const other = await pending();
    const moved = await replace(other.id, { recipient_email: newAddress() });
    expect(await readAcceptLink(other.id, mailed(other.id))).toMatchObject({ successor: null });
    await answer(moved, mailed(moved), "accept");
    const successor = `${ORIGIN}/badges/${moved}`;
    expect(await readAcceptLink(other.id, mailed(other.id))).toMatchObject({ successor });
  });
});

describe("POST /accept/{badge_id}/keep", () => {
  it("303: a name and a password open the wallet", async () => {
    const badge = await accepted();
    expect(await standing(badge.id, mailed(badge.id), null)).toBe("keep");
    const response = await keep(badge.id, { password: PASSWORD });
    expect([response.status, locationOf(response).pathname]).toEqual([303, "/wallet"]);
    const client = clientOfPerson({ headers: { cookie: cookieOf(response), origin: ORIGIN } });
    const { data } = await client.get("");
    expect(data).toMatchObject({ first_name: "Ada", email: badge.recipient_email, has_password: true });
    expect((await findPersonByPassword(badge.recipient_email, PASSWORD))?.id).toBe(data.id);
    expect(await standing(badge.id, mailed(badge.id), data.id)).toBe("own");
  });

  it("303: the session also starts without a password; choosing a password in the wallet ends it", async () => {
    const badge = await accepted();
    const first = await keep(badge.id, { password: "" });
    const client = clientOfPerson({ headers: { cookie: cookieOf(first), origin: ORIGIN } });
    expect((await client.get("")).data.has_password).toBe(false);
    expect((await client.put("/password", { password: PASSWORD })).status).toBe(200);
    expect((await client.get("")).status).toBe(401);
  });

  it("303 back, the second time: a forwarded mail opens nothing and changes nothing", async () => {
    const badge = await accepted();
    const first = await keep(badge.id, { password: "" });
    for (const form of [{}, { password: PASSWORD, first_name: "Hi" }]) {
      const again = await keep(badge.id, form);
      expect([cookieOf(again), locationOf(again).pathname]).toEqual(["", `/accept/${badge.id}`]);
    }
    expect(await standing(badge.id, mailed(badge.id), null)).toBe("mail");
    const client = clientOfPerson({ headers: { cookie: cookieOf(first), origin: ORIGIN } });
    const { data } = await client.get("");
    expect(data).toMatchObject({ first_name: "Ada", has_password: false });
    const next = await pending(badge.recipient_email);
    await answer(next.id, mailed(next.id), "accept");
    expect(await standing(next.id, mailed(next.id), null)).toBe("mail");
  });

  it("303: of two concurrent requests without a password, one opens the account", async () => {
    const badge = await accepted();
    const answers = await Promise.all([keep(badge.id), keep(badge.id), keep(badge.id)]);
    expect(answers.filter((response) => cookieOf(response) !== "")).toHaveLength(1);
  });

  it("303 back: an account of a member, and one that signed in through an identity provider", async () => {
    const badge = await accepted();
    const { user } = (await issuer.client.get(`/badges/${badge.id}`)).data;
    const sessionUser = { id: user.id, version: 1, locale: "en" };
    expect(await standing(badge.id, mailed(badge.id), null)).toBe("keep");
    await authOptions().callbacks?.signIn?.({ user: sessionUser, account: null });
    expect(cookieOf(await keep(badge.id))).toBe("");
    const member = await makeMember(issuer.id, "administrator");
    const theirs = await pending(member.email);
    await answer(theirs.id, mailed(theirs.id), "accept");
    expect(await standing(theirs.id, mailed(theirs.id), null)).toBe("mail");
    expect(cookieOf(await keep(theirs.id, { password: PASSWORD }))).toBe("");
  });

  it("303: when two people have the link, one opens the account and the other signs in", async () => {
    const badge = await accepted();
    const answers = await Promise.all([
      keep(badge.id, { password: PASSWORD }),
      keep(badge.id, { password: "many small words" }),
    ]);
    expect(answers.filter((response) => cookieOf(response) !== "")).toHaveLength(1);
    expect(answers.map((response) => locationOf(response).pathname).toSorted()).toEqual([
      `/accept/${badge.id}`,
      "/wallet",
    ]);
    expect(await standing(badge.id, mailed(badge.id), null)).toBe("sign_in");
  });

  it("303 back, without a session: the issuer's own link, a day later, before the response, a form from another site", async () => {
    const badge = await accepted();
    expect(cookieOf(await keep(badge.id, { token: shown(badge.id) }))).toBe("");
    expect(await standing(badge.id, shown(badge.id), null)).toBe("shown");
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null", "sec-fetch-site": "cross-site" },
      { origin: "null", "sec-fetch-site": "" },
    ]) {
      expect(cookieOf(await keep(badge.id, {}, headers))).toBe("");
    }
    await passTime(badge.id, 25);
    expect(cookieOf(await keep(badge.id))).toBe("");
    expect(await standing(badge.id, mailed(badge.id), null)).toBe("mail");
    const unanswered = await pending();
    expect(cookieOf(await keep(unanswered.id))).toBe("");
    const declined = await pending();
    await answer(declined.id, mailed(declined.id), "decline");
    expect(cookieOf(await keep(declined.id))).toBe("");
  });

  it("303 back, naming the invalid fields; nothing is stored", async () => {
    const badge = await accepted();
    const response = await keep(badge.id, { first_name: " ", password: "short" });
    expect(locationOf(response).searchParams.getAll("wrong")).toEqual(["first_name", "password"]);
    expect(cookieOf(response)).toBe("");
    expect(await standing(badge.id, mailed(badge.id), null)).toBe("keep");
  });

  it("opens no account that the badge does not belong to (any more), and none with a password", async () => {
    const earner = await makeEarner();
    const badge = await acceptedBadge(issuer, earner);
    await earner.client.put("/password", { password: PASSWORD });
    expect(await standing(badge.id, mailed(badge.id), null)).toBe("sign_in");
    expect(
      await openAccount({ id: badge.id, token: mailed(badge.id) }, { ...name, password: null }),
    ).toBeNull();
    const other = await makeEarner();
    const own = await acceptedBadge(issuer, other);
    const someone = await makeEarner();
    await sql("UPDATE issued_badges SET user_id = $2 WHERE id = $1", [own.id, someone.id]);
    expect(await openAccount({ id: own.id, token: mailed(own.id) }, { ...name, password: null })).toBeNull();
  });
});

describe("POST /accept/{badge_id}/address", () => {
  const add = (id: string, cookie: string, token = mailed(id)) =>
    submit(addressForm, id, { token }, { cookie });

  it("added: adds a pending badge to the account that is signed in", async () => {
    const earner = await makeEarner();
    const badge = await pending();
    expect(await standing(badge.id, mailed(badge.id), earner.id)).toBe("other");
    const response = await add(badge.id, earner.cookie);
    expect(locationOf(response).searchParams.get("address")).toBe("added");
    expect(await standing(badge.id, mailed(badge.id), earner.id)).toBe("own");
    await answer(badge.id, mailed(badge.id), "accept");
    expect((await issuer.client.get(`/badges/${badge.id}`)).data.user.id).toBe(earner.id);
    expect(locationOf(await add(badge.id, earner.cookie)).searchParams.get("address")).toBe("added");
  });

  it("merge_mailed: a badge of another account requires a link mailed to that account", async () => {
    const earner = await makeEarner();
    const badge = await accepted();
    expect(await standing(badge.id, mailed(badge.id), earner.id)).toBe("other");
    const response = await add(badge.id, earner.cookie);
    expect(locationOf(response).searchParams.get("address")).toBe("merge_mailed");
    expect(await standing(badge.id, mailed(badge.id), earner.id)).toBe("other");
    const [mail] = await mailsOf(earner);
    expect(mail?.to.address).toBe(badge.recipient_email);
    const { path, token } = linkOf(mail ?? { text: "" });
    expect(path).toMatch(/\/merge$/);
    const [, emailId] = /emails\/([^/]+)\//.exec(path) ?? [];
    const merged = await earner.client.post("/merge", { email_id: emailId, token });
    expect(merged.status, JSON.stringify(merged.data)).toBe(200);
    expect(await standing(badge.id, mailed(badge.id), earner.id)).toBe("own");
  });

  it("confirm_mailed: a day after the response the link is no proof any more, and the address gets a new confirmation mail", async () => {
    const [owner, earner] = [await makeEarner(), await makeEarner()];
    const badge = await pending(owner.email);
    await answer(badge.id, mailed(badge.id), "accept");
    // Its owner now has another address and keeps the badge.
    await sql("UPDATE user_emails SET email = $2 WHERE user_id = $1", [owner.id, newAddress()]);
    await passTime(badge.id, 25);
    const waiting = await pending(badge.recipient_email);
    const response = await add(badge.id, earner.cookie);
    expect(locationOf(response).searchParams.get("address")).toBe("confirm_mailed");
    const confirmed = async () =>
      (await earner.client.get("/emails")).data.map((row: { confirmed: boolean }) => row.confirmed);
    expect(await confirmed()).toEqual([true, false]);
    expect((await earner.client.get(`/badges/${waiting.id}`)).status).toBe(404);
    const [mail] = await mailsOf(earner);
    expect(mail?.to.address).toBe(badge.recipient_email);
    const { path, token } = linkOf(mail ?? { text: "" });
    const [, emailId] = /emails\/([^/]+)\/confirm/.exec(path) ?? [];
    expect((await earner.client.post(`/emails/${emailId}/confirm`, { token })).status).toBe(200);
    await passTime(badge.id, 23);
    const other = await makeEarner();
    expect(locationOf(await add(badge.id, other.cookie)).searchParams.get("address")).toBe("merge_mailed");
  });

  it("does nothing after the badge was declined or revoked, or after its earner deleted the account", async () => {
    const earner = await makeEarner();
    const declined = await pending();
    await answer(declined.id, mailed(declined.id), "decline");
    const revoked = await pending();
    await issuer.client.put(`/badges/${revoked.id}/revoke`, { reason: "Over." });
    const left = await accepted();
    const session = cookieOf(await keep(left.id, { password: PASSWORD }));
    const client = clientOfPerson({ headers: { cookie: session, origin: ORIGIN } });
    expect((await client.delete("", { password: PASSWORD })).status).toBe(204);
    for (const { id } of [declined, revoked, left]) {
      expect(locationOf(await add(id, earner.cookie)).searchParams.get("address"), id).toBeNull();
    }
    expect((await earner.client.get("/emails")).metadata.total_count).toBe(1);
  });

  it("does nothing for the issuer's own link, without a session, and for a form from another site", async () => {
    const earner = await makeEarner();
    const badge = await pending();
    for (const response of [
      await add(badge.id, earner.cookie, shown(badge.id)),
      await add(badge.id, ""),
      await submit(
        addressForm,
        badge.id,
        { token: mailed(badge.id) },
        { cookie: earner.cookie, origin: "https://evil.example" },
      ),
    ]) {
      expect([response.status, locationOf(response).searchParams.get("address")]).toEqual([303, null]);
    }
    expect((await earner.client.get("/emails")).metadata.total_count).toBe(1);
    expect(await standing(badge.id, shown(badge.id), earner.id)).toBeNull();
  });
});
