import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  connectByLink,
  checkConnectLink,
  requestConnection,
} from "@/lib/learning/connections/connection-requests";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  claimAddress,
  confirmAddress,
  createEarner,
  sendDueMails,
  createPasswordLink,
} from "../../support/accounts/earners";
import {
  findAccountId,
  readConnectionLink,
  sendConnectionMails,
  launchAs,
  launchToken,
  listUnconnectedTokens,
  newLmsUser,
  launchAndReadOutcome,
  pressConnect,
  requestLearnerPage,
  type LmsUser,
} from "../../support/learning/launched-learner";
import {
  anonymousClient,
  createConnectedIntegration,
  createTestLearningApp,
  type TestIntegration,
} from "../../support/learning/learning";
import { postLaunch, learnerFields, signedFields } from "../../support/learning/learning-lti";
import { stopClock } from "../../support/delivery/outbox";
import { newInvitedAddress } from "../../support/accounts/invitations";

const HOUR = 3_600_000;
const CODE = "LTI_EMAIL_BELONGS_TO_ANOTHER";

let organization: TestOrganization;
let course: TestIntegration;
/** A course of another app of the organization. */
let sibling: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization("Harbour School");
  const app = await createTestLearningApp(organization, { enterprise: true, name: "Moodle" });
  course = await createConnectedIntegration(app, { name: "Mathematics" });
  sibling = await createConnectedIntegration(await createTestLearningApp(organization, { enterprise: true }));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A person with a confirmed address, whom the course launches for the first time. */
async function launchRefused(changes: Partial<LmsUser> = {}, to = course) {
  const person = await createEarner(newInvitedAddress());
  const student = newLmsUser({ email: person.email, ...changes });
  expect((await launchAndReadOutcome(to, student)).code).toBe(CODE);
  return { person, student };
}

const readLinkStatus = async (link: { id: string; token: string }) => (await checkConnectLink(link)).status;

describe("the mail after a refused launch", () => {
  it("goes to the address in the language of its account, and names the requesting course", async () => {
    const person = await createEarner(newInvitedAddress());
    await person.client.patch("", { locale: "de" });
    const student = newLmsUser({ email: person.email });
    await launchAndReadOutcome(course, student);
    const [mail, ...others] = await sendConnectionMails(person.email);
    expect(others).toEqual([]);
    expect(mail?.to).toEqual({ name: "", address: person.email });
    expect(mail?.subject).toBe("Mathematics mit Ihren Badges verbinden?");
    for (const part of ["Mathematics", "Moodle", "Harbour School", person.email, "&lang=de"]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.text).toContain("Falls Sie das nicht waren, tun Sie nichts");
  });

  it("is limited to one a day, however often an app launches, and to a few for many users", async () => {
    const { person, student } = await launchRefused();
    for (let turn = 0; turn < 6; turn += 1) await launchAndReadOutcome(course, student);
    expect(await sendConnectionMails(person.email)).toHaveLength(1);
    for (let turn = 0; turn < 8; turn += 1)
      await launchAndReadOutcome(course, newLmsUser({ email: person.email }));
    expect(
      await sql("SELECT FROM learning_connection_requests WHERE email = $1", [person.email]),
    ).toHaveLength(5);
  });

  it("is not sent twice by concurrent launches", async () => {
    const person = await createEarner(newInvitedAddress());
    const student = newLmsUser({ email: person.email });
    await Promise.all(Array.from({ length: 6 }, () => launchAs(course, student)));
    expect(await sendConnectionMails(person.email)).toHaveLength(1);
  });

  it("counts toward the limits of mails from an organization to a recipient", async () => {
    const { person } = await launchRefused();
    await sendConnectionMails(person.email);
    const counted = await sql(
      `SELECT FROM mail_sendings JOIN outbox_messages AS message ON message.id = outbox_message_id
       JOIN learning_connection_requests AS request ON request.id = message.subject_id AND request.email = $1`,
      [person.email],
    );
    expect(counted).toHaveLength(1);
  });

  it("does not affect the response: the browser and the server of the LMS get the same with a mail and without one", async () => {
    const { student } = await launchRefused();
    const again = await launchAs(course, student);
    const unconfirmedUser = newLmsUser();
    await launchToken(course, unconfirmedUser);
    const other = await launchAs(course, newLmsUser({ email: unconfirmedUser.email }));
    expect([other.status, other.path, other.query]).toEqual([again.status, again.path, again.query]);
    const fields = learnerFields(course.id, {
      user_id: student.user,
      lis_person_contact_email_primary: student.email,
    });
    const path = "/v1.1/cle_auth/connect";
    const { status, meta } = await anonymousClient.post(path, signedFields(course.app, path, fields));
    expect([status, meta.status]).toEqual([400, CODE]);
    expect(meta.message).toContain("Follow the link in the e-mail that was sent to the address");
  });

  it("is not sent for teachers, who are redirected to the sign-in page", async () => {
    const person = await createEarner(newInvitedAddress());
    const fields = { roles: "Instructor", lis_person_contact_email_primary: person.email };
    const { path } = await postLaunch(
      signedFields(course.app, "/auth/lti", learnerFields(course.id, fields)),
    );
    expect(path).toBe("/sign-in");
    expect(await sendConnectionMails(person.email)).toEqual([]);
  });
});

describe("the link in that mail", () => {
  it("connects the student with their account: launches and tokens work, also after later confirmations", async () => {
    const { person, student } = await launchRefused();
    const link = await readConnectionLink(person.email);
    expect(await readLinkStatus(link)).toBe("ready");
    expect((await launchAndReadOutcome(course, student)).code).toBe(CODE);
    expect(await pressConnect(link)).toMatch(new RegExp(`^303 .*/connect/${link.id}\\?token=`));
    expect(await readLinkStatus(link)).toBe("connected");
    const token = await launchToken(course, student);
    expect(await requestLearnerPage(token)).toBe(200);
    await confirmAddress(person, newInvitedAddress());
    const { id, token: choose } = await createPasswordLink(person);
    const given = { body: { token: choose, password: "a sentence of my own" } };
    expect((await send("PUT", `/v1/password_resets/${id}`, given)).status).toBe(200);
    expect(await requestLearnerPage(token)).toBe(200);
    expect(await requestLearnerPage(await launchToken(course, student))).toBe(200);
    const [owner] = await sql("SELECT user_id FROM learning_identities WHERE lti_user_id = $1", [
      student.user,
    ]);
    expect(owner?.user_id).toBe(person.id);
  });

  it("confirms an address that another LMS claimed first, which ends that claim", async () => {
    const foreign = await createConnectedIntegration(
      await createTestLearningApp(undefined, { enterprise: true }),
    );
    const hostileUser = newLmsUser();
    const stolen = await launchToken(foreign, hostileUser);
    const student = newLmsUser({ email: hostileUser.email });
    expect((await launchAndReadOutcome(course, student)).code).toBe(CODE);
    await pressConnect(await readConnectionLink(hostileUser.email));
    expect(await requestLearnerPage(stolen)).toBe(401);
    expect((await launchAndReadOutcome(foreign, hostileUser)).code).toBe(CODE);
    expect(await requestLearnerPage(await launchToken(course, student))).toBe(200);
  });

  it("survives a merge into another account, unlike a launch of the merged account", async () => {
    const { person, student } = await launchRefused();
    await pressConnect(await readConnectionLink(person.email));
    const token = await launchToken(course, student);
    const survivor = await createEarner();
    const claim = await claimAddress(survivor, person.email);
    const merging = await survivor.client.post("/merge", { email_id: claim.id, token: claim.token });
    expect(merging.status).toBe(200);
    expect(await requestLearnerPage(token)).toBe(200);
    await launchToken(course, student);
    const [owner] = await sql("SELECT user_id FROM learning_identities WHERE lti_user_id = $1", [
      student.user,
    ]);
    expect(owner?.user_id).toBe(survivor.id);
  });

  it("expires after 48 hours", async () => {
    const { person, student } = await launchRefused();
    const link = await readConnectionLink(person.email);
    const time = stopClock();
    time.advance(48 * HOUR + 60_000);
    expect(await readLinkStatus(link)).toBe("void");
    await connectByLink(link);
    time.restore();
    expect((await launchAndReadOutcome(course, student)).code).toBe(CODE);
  });

  it("is void when a newer mail replaced it a day later", async () => {
    const { person, student } = await launchRefused();
    const older = await readConnectionLink(person.email);
    const time = stopClock();
    time.advance(24 * HOUR + 60_000);
    const named = { userId: student.user, email: student.email, integrationId: course.id };
    await requestConnection({ id: course.app.id, organizationId: organization.id }, named);
    const newer = await readConnectionLink(person.email);
    expect(newer.id).toBe(older.id);
    expect([await readLinkStatus(older), await readLinkStatus(newer)]).toEqual(["void", "ready"]);
    await connectByLink(older);
    expect(await readLinkStatus(newer)).toBe("ready");
    await connectByLink(newer);
    expect(await readLinkStatus(newer)).toBe("connected");
  });

  it("connects only the user of its own app, once", async () => {
    const { person, student } = await launchRefused();
    const link = await readConnectionLink(person.email);
    expect((await launchAndReadOutcome(sibling, student)).code).toBe(CODE);
    const requests = await sql(
      "SELECT id FROM learning_connection_requests WHERE email = $1 AND app_id = $2",
      [person.email, sibling.app.id],
    );
    const otherId = String(requests[0]?.id);
    expect(await readLinkStatus({ ...link, id: otherId })).toBe("void");
    await pressConnect({ ...link, id: otherId });
    expect((await launchAndReadOutcome(sibling, student)).code).toBe(CODE);
    await Promise.all([pressConnect(link), pressConnect(link), pressConnect(link)]);
    expect((await launchAndReadOutcome(course, student)).code).toBeNull();
    expect((await launchAndReadOutcome(sibling, student)).code).toBe(CODE);
    const rows = await sql("SELECT FROM learning_identities WHERE user_id = $1", [person.id]);
    expect(rows).toHaveLength(1);
  });

  it("takes nothing from another account that the user was launched into meanwhile", async () => {
    const { person, student } = await launchRefused();
    const link = await readConnectionLink(person.email);
    const elsewhere = newLmsUser({ user: student.user });
    const token = await launchToken(course, elsewhere);
    await pressConnect(link);
    expect(await readLinkStatus(link)).toBe("void");
    expect(await requestLearnerPage(token)).toBe(200);
    const [owner] = await sql("SELECT user_id FROM learning_identities WHERE lti_user_id = $1", [
      student.user,
    ]);
    expect(owner?.user_id).toBe(await findAccountId(elsewhere.email));
  });

  it("does nothing with a wrong token, nor with a form from another site", async () => {
    const { person, student } = await launchRefused();
    const link = await readConnectionLink(person.email);
    await pressConnect({ ...link, token: "wrong" });
    await pressConnect({ id: "x", token: link.token });
    await pressConnect(link, { origin: "https://evil.example" });
    expect(await readLinkStatus(link)).toBe("ready");
    expect((await launchAndReadOutcome(course, student)).code).toBe(CODE);
  });

  it("is removed with a deleted account, and no further mail is sent to it", async () => {
    const { person, student } = await launchRefused();
    const [row] = await sql("SELECT id FROM learning_connection_requests WHERE email = $1", [person.email]);
    const { status } = await person.client.delete("", {});
    expect(status).toBe(204);
    expect(await sql("SELECT FROM learning_connection_requests WHERE email = $1", [person.email])).toEqual(
      [],
    );
    expect(await sendDueMails({ id: String(row?.id) })).toEqual([]);
    expect((await launchAndReadOutcome(course, student)).code).toBeNull();
  });
});

describe("confirming the address during launches", () => {
  it("leaves no token of a launch by itself, whichever comes first", async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const student = newLmsUser();
      // Every other time the learner is already known.
      if (turn % 2 === 0) await launchToken(course, student);
      else await launchToken(sibling, student);
      const { id, token } = await createPasswordLink({ id: await findAccountId(student.email) });
      const given = {
        headers: { "x-client-address": `2001:db8:77::${turn}` },
        body: { token, password: "a sentence of my own" },
      };
      const proof = send("PUT", `/v1/password_resets/${id}`, given);
      const launches = Array.from({ length: 6 }, () => launchAs(course, student));
      const statuses = (await Promise.all(launches)).map(({ status }) => status);
      expect((await proof).status).toBe(200);
      expect(new Set(statuses)).toEqual(new Set([302]));
      expect(await listUnconnectedTokens()).toEqual([]);
      const unconfirmedUser = await sql(
        `SELECT FROM learning_identities AS identity
         JOIN user_emails AS address ON address.user_id = identity.user_id AND address.confirmed_at IS NOT NULL
         WHERE identity.connected_at IS NULL`,
      );
      expect(unconfirmedUser).toEqual([]);
    }
  });
});
