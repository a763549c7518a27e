import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { acceptBadge } from "@/lib/badges/issued/service";
import { newId } from "@/lib/kernel/ids";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  claimAddress,
  confirmAddress,
  listEventsByPrefix,
  issueBadgeTo,
  extractMailLink,
  sendDueMails,
  createEarner,
} from "../../support/accounts/earners";
import { stopClock } from "../../support/delivery/outbox";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newEmail = (): string => `second-${nextSerial()}@example.org`;
const HOUR = 3_600_000;

describe("GET /me/emails", () => {
  it("200: the primary address first, confirmed or not", async () => {
    const { client, email } = await createEarner();
    const added = await client.post("/emails", { email: newEmail() });
    const { status, data, metadata } = await client.get("/emails");
    expect([status, metadata.total_count]).toEqual([200, 2]);
    expect(data).toMatchObject([{ email, primary: true, confirmed: true }, added.data]);
    expect((await client.get("/emails?filter=email::x")).status).toBe(400);
  });
});

describe("POST /me/emails", () => {
  it("201: adds an unconfirmed address, in lower case, and mails it the link", async () => {
    const earner = await createEarner();
    const address = newEmail();
    const { status, data } = await earner.client.post("/emails", { email: ` ${address.toUpperCase()} ` });
    expect(status).toBe(201);
    expect(data).toMatchObject({ email: address, primary: false, confirmed: false, confirmed_at: null });
    const mails = await sendDueMails(earner);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: { address }, subject: "Confirm this e-mail address" });
    expect(mails[0]?.text).toContain(earner.email);
    expect(mails.map(extractMailLink)[0]?.path).toBe(`/wallet/emails/${data.id}/confirm`);
  });

  it("201: does not reveal that an address is taken; its owner's mail offers a merge", async () => {
    const [earner, other] = [await createEarner(), await createEarner()];
    const free = await earner.client.post("/emails", { email: newEmail() });
    const taken = await earner.client.post("/emails", { email: other.email });
    expect(Object.keys(taken.data)).toEqual(Object.keys(free.data));
    expect([taken.status, taken.data.confirmed]).toEqual([201, false]);
    const mails = await sendDueMails(earner);
    expect(mails[1]).toMatchObject({ to: { address: other.email }, subject: "Merge your two accounts?" });
  });

  it("201: repeats nothing for the same Idempotency-Key, which is separate for each person", async () => {
    const [earner, other] = [await createEarner(), await createEarner()];
    const [body, key] = [{ email: newEmail() }, { "idempotency-key": `key-${nextSerial()}` }];
    const first = await earner.client.post("/emails", body, key);
    const again = await earner.client.post("/emails", body, key);
    expect([again.status, again.data]).toEqual([201, first.data]);
    expect(await sendDueMails(earner)).toHaveLength(1);
    expect((await other.client.post("/emails", { email: newEmail() }, key)).status).toBe(201);
  });

  it("422: an invalid address, one that was already added, and more than twenty", async () => {
    const { client, email, id } = await createEarner();
    for (const bad of ["nobody", "a@example.org,b@example.org", "a@example.org\u0000", "", undefined]) {
      expect((await client.post("/emails", { email: bad })).status).toBe(422);
    }
    expect((await client.post("/emails", { email })).data.code).toBe("already_added");
    await sql(
      `INSERT INTO user_emails (id, user_id, email, "primary") SELECT gen_random_uuid(), $1, n || '@many.example', false
       FROM generate_series(1, 19) AS n`,
      [id],
    );
    expect((await client.post("/emails", { email: newEmail() })).data.code).toBe("too_many_addresses");
  });

  it("429: after ten mails in an hour, also for concurrent requests; allowed again later", async () => {
    const { id, client } = await createEarner();
    const requests = Array.from({ length: 12 }, () => client.post("/emails", { email: newEmail() }));
    const responses = await Promise.all(requests);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(3_000);
    const later = new Date(Date.now() + HOUR + 1_000);
    stopClock(later);
    await sql("UPDATE sessions SET proved_at = $2 WHERE user_id = $1", [id, later]);
    expect((await client.post("/emails", { email: newEmail() })).status).toBe(201);
  });
});

describe("POST /me/emails/{id}/confirm", () => {
  it("200: confirms, and associates the badges that wait at the address", async () => {
    const earner = await createEarner();
    const claim = await claimAddress(earner, newEmail());
    const badge = await issueBadgeTo(organization, claim.email);
    expect((await earner.client.get(`/badges/${badge.id}`)).status).toBe(404);
    const { status, data } = await earner.client.post(`/emails/${claim.id}/confirm`, { token: claim.token });
    expect(status).toBe(200);
    expect(data).toMatchObject({ email: claim.email, confirmed: true, primary: false });
    const { data: badges } = await earner.client.get("/badges");
    expect(badges).toMatchObject([{ id: badge.id, state: "pending", recipient_email: claim.email }]);
  });

  it("422: one of several concurrent confirmations succeeds", async () => {
    const { client, ...earner } = await createEarner();
    const claim = await claimAddress({ ...earner, client }, newEmail());
    const all = await Promise.all(
      Array.from({ length: 4 }, () => client.post(`/emails/${claim.id}/confirm`, { token: claim.token })),
    );
    expect(sortedStatuses(all)).toEqual([200, 422, 422, 422]);
    expect(all.find(({ status }) => status === 422)?.data.code).toBe("already_confirmed");
  });

  it("422: of two people who claim one address, only the first to confirm it gets it", async () => {
    const [one, two] = [await createEarner(), await createEarner()];
    const address = newEmail();
    const claims = [await claimAddress(one, address), await claimAddress(two, address)] as const;
    const responses = await Promise.all([
      one.client.post(`/emails/${claims[0].id}/confirm`, { token: claims[0].token }),
      two.client.post(`/emails/${claims[1].id}/confirm`, { token: claims[1].token }),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 422]);
    const refused = responses.find(({ status }) => status === 422);
    expect(refused?.data.code).toBe("belongs_to_another_account");
  });

  it("422: tokens for another purpose, address or mail, and expired ones", async () => {
    const earner = await createEarner();
    const [claim, other] = [await claimAddress(earner, newEmail()), await claimAddress(earner, newEmail())];
    const sentAt = (await earner.client.get("/emails")).data[1].confirmation_sent_at as string;
    const subject = `${claim.id}:${new Date(sentAt).getTime()}`;
    const requestConfirmation = (token: string) =>
      earner.client.post(`/emails/${claim.id}/confirm`, { token });
    const wrong = [
      other.token,
      createPurposeToken("accept-badge", claim.id),
      createPurposeToken("merge-accounts", subject),
      "",
    ];
    for (const token of wrong) {
      expect((await requestConfirmation(token)).data.code).toBe("invalid_link");
    }
    expect(createPurposeToken("confirm-email", subject)).toBe(claim.token);
    const clock = stopClock(new Date(Date.parse(sentAt) + 48 * HOUR + 1));
    expect((await requestConfirmation(claim.token)).data.code).toBe("invalid_link");
    clock.set(new Date(Date.parse(sentAt) + 48 * HOUR));
    expect((await requestConfirmation(claim.token)).status).toBe(200);
  });

  it("404: another person's address, even with its token", async () => {
    const [earner, other] = [await createEarner(), await createEarner()];
    const claim = await claimAddress(earner, newEmail());
    for (const id of [claim.id, newId(), "x", "%00"]) {
      expect((await other.client.post(`/emails/${id}/confirm`, { token: claim.token })).status).toBe(404);
    }
  });
});

describe("POST /me/emails/{id}/send_confirmation", () => {
  it("200: mails a new link, which replaces the old one", async () => {
    const earner = await createEarner();
    const claim = await claimAddress(earner, newEmail());
    stopClock(new Date(Date.now() + 60_000));
    expect((await earner.client.post(`/emails/${claim.id}/send_confirmation`)).status).toBe(200);
    const [mail] = await sendDueMails(earner);
    const token = mail ? extractMailLink(mail).token : "";
    const requestConfirmation = (given: string) =>
      earner.client.post(`/emails/${claim.id}/confirm`, { token: given });
    expect((await requestConfirmation(claim.token)).data.code).toBe("invalid_link");
    expect((await requestConfirmation(token)).status).toBe(200);
    expect((await earner.client.post(`/emails/${claim.id}/send_confirmation`)).data.code).toBe(
      "already_confirmed",
    );
  });

  it("sends no mail for an address that was removed meanwhile", async () => {
    const earner = await createEarner();
    const { data } = await earner.client.post("/emails", { email: newEmail() });
    await earner.client.delete(`/emails/${data.id}`);
    expect(await sendDueMails(earner)).toEqual([]);
  });
});

describe("PATCH and DELETE /me/emails/{id}", () => {
  it("200: makes a confirmed address primary; 204: then the old one can be removed, and badges accepted there stay", async () => {
    const earner = await createEarner();
    const badge = await issueAcceptedBadge(organization, earner);
    const { id, email } = await confirmAddress(earner, newEmail());
    const [old] = (await earner.client.get("/emails")).data;
    expect((await earner.client.patch(`/emails/${id}`, { primary: true })).data.primary).toBe(true);
    expect((await earner.client.get("")).data.email).toBe(email);
    expect((await earner.client.delete(`/emails/${old.id}`)).status).toBe(204);
    expect((await earner.client.get("/emails")).data).toMatchObject([{ id, primary: true }]);
    expect((await earner.client.get(`/badges/${badge.id}`)).status).toBe(200);
  });

  it("422: making an unconfirmed address primary, and removing the primary one", async () => {
    const { client } = await createEarner();
    const { data: claim } = await client.post("/emails", { email: newEmail() });
    const [primary] = (await client.get("/emails")).data;
    expect((await client.patch(`/emails/${claim.id}`, { primary: true })).data.code).toBe("not_confirmed");
    expect((await client.patch(`/emails/${primary.id}`, { primary: false })).data.code).toBe(
      "primary_needed",
    );
    expect((await client.delete(`/emails/${primary.id}`)).data.code).toBe("primary_address");
  });
});

describe("the employments of an address", () => {
  it("are added when it is confirmed, and removed with it", async () => {
    const employer = await createTestOrganization();
    const earner = await createEarner();
    const claim = await claimAddress(earner, newEmail());
    await employer.client.post("/employees", { email: claim.email });
    const listAssociationEvents = async () =>
      (await listEventsByPrefix(employer, "employment.user_account.")).map(({ event_type: type }) => type);
    expect(await listAssociationEvents()).toEqual([]);
    await earner.client.post(`/emails/${claim.id}/confirm`, { token: claim.token });
    expect(await listAssociationEvents()).toEqual(["employment.user_account.associated"]);
    await earner.client.delete(`/emails/${claim.id}`);
    expect(await listAssociationEvents()).toEqual([
      "employment.user_account.associated",
      "employment.user_account.disassociated",
    ]);
    expect(await sql("SELECT user_id FROM employees WHERE email = $1", [claim.email])).toEqual([
      { user_id: null },
    ]);
  });
});

describe("an address that is only claimed", () => {
  it("gives no access: opening the mail of a badge there creates a separate account", async () => {
    const claimer = await createEarner();
    const { email } = await claimAddress(claimer, newEmail());
    const badge = await issueBadgeTo(organization, email);
    const token = createPurposeToken("accept-badge-mailed", badge.id);
    const accepted = await acceptBadge(badge.id, { token });
    expect(accepted.userId).not.toBe(claimer.id);
    expect((await claimer.client.get(`/badges/${badge.id}`)).status).toBe(404);
    const next = await issueBadgeTo(organization, email);
    expect((await organization.client.get(`/badges/${next.id}`)).data.user.id).toBe(accepted.userId);
    const filter = `/badges?filter=recipient_email_all::${email}`;
    expect((await organization.client.get(filter)).metadata.total_count).toBe(2);
  });
});
