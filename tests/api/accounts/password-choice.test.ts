import { beforeAll, describe, expect, it } from "vitest";
import { POST as keepForm } from "@/app/(earner)/accept/[badge_id]/keep/route";
import { POST as chooseForm } from "@/app/(earner)/password/[email_id]/set/route";
import { findAccountOffer } from "@/lib/accounts/accounts/account-offers";
import { readAcceptLink } from "@/lib/badges/issued/accept-link";
import { inspectInvitation } from "@/lib/accounts/memberships/acceptance";
import { listPersonalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import { findPersonByPassword } from "@/lib/identity/users/service";
import {
  answer,
  readSetCookie,
  redirectTarget,
  mailedToken,
  shownToken,
  readLinkOffer,
  submitAcceptForm as submitTo,
} from "../../support/accounts/accept-forms";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { issueBadgeTo, createEarner, createPasswordLink } from "../../support/accounts/earners";
import { createInvitation, submitInvitationForm } from "../../support/accounts/invitations";
import { createConnectedEmployee, createMember } from "../../support/accounts/members";
import { signIn } from "../../support/accounts/next-auth";

const PHRASE = "trout violet anchor ladle";
const COMMON = "password1234";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization("Silverbrook Academy");
});

const readPasswordHash = async (id: string) =>
  (await sql("SELECT password_hash AS hash, session_version AS version FROM users WHERE id = $1", [id]))[0];

/** The first guesses of a person who knows the earner, Mara Lind. */
const buildGuesses = ({ email }: { email: string }): [password: string, code: string][] => [
  [COMMON, "weak_password_similar"],
  [email, "weak_password_personal"],
  ["MaraLind2026", "weak_password_personal"],
];

describe("PUT /me/password", () => {
  it("422: an easily guessed password, explained at its field; nothing is stored", async () => {
    const earner = await createEarner();
    const before = await readPasswordHash(earner.id);
    for (const [password, code] of buildGuesses(earner)) {
      const { status, data } = await earner.client.put("/password", { password });
      expect([status, data.code], password).toEqual([422, "weak_password"]);
      expect(data.errors).toEqual([
        { field: "password", code, message: expect.stringMatching(/^Too easy to guess\. [A-Z].*\.$/) },
      ]);
    }
    expect(await readPasswordHash(earner.id)).toEqual(before);
    expect((await earner.client.put("/password", { password: PHRASE })).status).toBe(200);
  });

  it("422: a password made of the names of the person's organizations", async () => {
    const member = await createMember(organization.id, "viewer");
    const putPassword = (password: string) =>
      send("PUT", "/v1/me/password", { headers: member.headers, body: { password } });
    expect((await putPassword("SilverbrookAcademy2026")).data.errors[0].code).toBe("weak_password_personal");
    expect((await putPassword(PHRASE)).status).toBe(200);
    const { person } = await createConnectedEmployee(organization);
    expect(await listPersonalTexts(person.id)).toEqual(["Mara Lind", person.email, "Silverbrook Academy"]);
  });

  it("does not assess the new password before the current one was right", async () => {
    const earner = await createEarner();
    await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [earner.id, await hashPassword(PHRASE)]);
    const { data } = await earner.client.put("/password", { current_password: "x", password: COMMON });
    expect(data.code).toBe("wrong_password");
  });
});

describe("an existing password", () => {
  it("still signs in, however weak", async () => {
    const earner = await createEarner();
    await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [earner.id, await hashPassword(COMMON)]);
    const browser = { address: `2001:db8:${nextSerial().toString(16)}::7` };
    expect((await signIn({ email: earner.email, password: COMMON }, browser)).error).toBeNull();
  });
});

describe("the reset link", () => {
  const choosePassword = (id: string, token: string, password: string) =>
    send("PUT", `/v1/password_resets/${id}`, { body: { token, password } });
  const choosePasswordByForm = async (id: string, token: string, password: string) => {
    const request = new Request(`${ORIGIN}/password/${id}/set`, {
      method: "POST",
      body: new URLSearchParams({ token, password }),
      headers: { "sec-fetch-site": "same-origin", origin: ORIGIN },
    });
    return redirectTarget(await chooseForm(request, { params: Promise.resolve({ email_id: id }) }));
  };

  it("refuses an easily guessed password, and remains valid", async () => {
    const earner = await createEarner();
    const { id, token } = await createPasswordLink(earner);
    const before = await readPasswordHash(earner.id);
    for (const [password, code] of buildGuesses(earner)) {
      const { status, data } = await choosePassword(id, token, password);
      expect([status, data.code, data.errors[0].code], password).toEqual([422, "weak_password", code]);
    }
    expect(await readPasswordHash(earner.id)).toEqual(before);
    expect((await choosePassword(id, token, PHRASE)).status).toBe(200);
    expect((await findPersonByPassword(earner.email, PHRASE))?.id).toBe(earner.id);
  });

  it("redirects its form back to the page, which explains why", async () => {
    const earner = await createEarner();
    const { id, token } = await createPasswordLink(earner);
    for (const [password, code] of buildGuesses(earner)) {
      const { pathname, searchParams } = await choosePasswordByForm(id, token, password);
      expect([pathname, searchParams.get("token"), searchParams.get("problem")], password).toEqual([
        `/password/${id}`,
        token,
        code.replace("weak_password_", ""),
      ]);
    }
    expect((await choosePasswordByForm(id, token, PHRASE)).pathname).toBe("/sign-in");
  });

  it("does not assess passwords without a valid link", async () => {
    const { id } = await createPasswordLink(await createEarner());
    expect((await choosePassword(id, "made.up", COMMON)).data.code).toBe("invalid_link");
  });
});

describe("the invitation form", () => {
  const NEWCOMER = { first_name: "Nadia", last_name: "Bergström" };

  it("refuses an easily guessed password, keeps the entered name, and remains valid", async () => {
    const invited = await createInvitation(organization);
    for (const [password, fault] of [
      [COMMON, "similar"],
      [invited.email, "personal"],
      ["NadiaBergstrom2026", "personal"],
      ["silverbrookacademy1", "personal"],
    ] as const) {
      const { path, cookie } = await submitInvitationForm(invited, { ...NEWCOMER, password });
      const { pathname, searchParams } = new URL(path, ORIGIN);
      expect([pathname, cookie], password).toEqual([`/invitations/${invited.id}`, null]);
      expect(Object.fromEntries(searchParams)).toEqual({
        token: invited.token,
        wrong: "password",
        fault,
        ...NEWCOMER,
      });
    }
    expect(await sql("SELECT FROM user_emails WHERE email = $1", [invited.email])).toEqual([]);
    const { path } = await submitInvitationForm(invited, { ...NEWCOMER, password: PHRASE });
    expect(path).toMatch(/^\/console\//);
  });

  it("reveals names only to a person who is entering their own", async () => {
    const member = await createMember((await createTestOrganization("Elsewhere Institute")).id, "viewer");
    const invited = await createInvitation(organization, { email: member.email });
    const readPersonalTexts = async (personId: string | null) =>
      (await inspectInvitation(invited.id, invited.token, personId)).personalTexts;
    expect(await readPersonalTexts(null)).toContain("Elsewhere Institute");
    const other = await createEarner();
    expect(await readPersonalTexts(other.id)).toEqual([]);
    expect((await inspectInvitation(invited.id, "made.up", null)).personalTexts).toEqual([]);
    await sql("UPDATE users SET password_hash = 'scrypt$' WHERE id = $1", [member.id]);
    expect(await readPersonalTexts(null)).toEqual([]);
  });
});

describe("the form that opens the account of a badge", () => {
  const NAME = { first_name: "Ada", last_name: "Lovelace" };
  const openAccount = (id: string, form: Record<string, string>) =>
    submitTo(keepForm, id, { token: mailedToken(id), ...NAME, ...form });
  const issueAccepted = async () => {
    const badge = await issueBadgeTo(organization, `keeps-${nextSerial()}@example.org`);
    await answer(badge.id, mailedToken(badge.id), "accept_privately");
    return badge;
  };

  it("refuses an easily guessed password, keeps the entered name, and still opens the account", async () => {
    const badge = await issueAccepted();
    for (const [password, fault] of [
      [COMMON, "similar"],
      [badge.recipient_email, "personal"],
      ["AdaLovelace2026", "personal"],
      ["SilverbrookAcademy!", "personal"],
    ] as const) {
      const response = await openAccount(badge.id, { password });
      expect([readSetCookie(response), redirectTarget(response).pathname], password).toEqual([
        "",
        `/accept/${badge.id}`,
      ]);
      const shownAgain = Object.fromEntries(redirectTarget(response).searchParams);
      expect(shownAgain).toEqual({ token: mailedToken(badge.id), wrong: "password", fault, ...NAME });
    }
    expect(await readLinkOffer(badge.id, mailedToken(badge.id), null)).toBe("keep");
    expect(readSetCookie(await openAccount(badge.id, { password: PHRASE }))).not.toBe("");
  });

  it("reveals names only to a person who may open the account", async () => {
    const badge = await issueAccepted();
    const readAccountOffer = async (token: string) => {
      const acceptLink = await readAcceptLink(badge.id, token);
      return "badge" in acceptLink ? findAccountOffer(acceptLink, null) : null;
    };
    expect(await readAccountOffer(mailedToken(badge.id))).toMatchObject({
      status: "keep",
      personalTexts: expect.arrayContaining([badge.recipient_email, "Silverbrook Academy"]),
    });
    expect(await readAccountOffer(shownToken(badge.id))).toEqual({ status: "shown" });
  });
});
