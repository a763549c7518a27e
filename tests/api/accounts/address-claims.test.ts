import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as keepForm } from "@/app/(earner)/accept/[badge_id]/keep/route";
import { addProvenAddress, inspectClaimLink } from "@/lib/accounts/accounts/emails";
import { setUpOrganization } from "@/lib/operations/installation/service";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import {
  answer,
  mailedToken,
  shownToken,
  submitAcceptForm as submitKeep,
} from "../../support/accounts/accept-forms";
import { ORIGIN, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  claimAddress,
  createPersonClient,
  issueBadgeTo,
  createEarner,
  sendDueMails,
  createPasswordLink,
  type TestEarner,
} from "../../support/accounts/earners";
import { createInvitation, submitInvitationForm } from "../../support/accounts/invitations";
import {
  findAccountId,
  readConnectionLink,
  sendConnectionMails,
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
  learningClient,
  createTestLearningApp,
  type TestIntegration,
} from "../../support/learning/learning";
import { learnerFields, signedFields } from "../../support/learning/learning-lti";
import { createSessionCookie } from "../../support/accounts/members";
import { createStudent } from "../../support/learning/roster";

let organization: TestOrganization;
let course: TestIntegration;
/** Of another organization. */
let foreign: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization();
  course = await createConnectedIntegration(await createTestLearningApp(organization, { enterprise: true }));
  foreign = await createConnectedIntegration(await createTestLearningApp(undefined, { enterprise: true }));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const BELONGS_TO_ANOTHER = { token: null, code: "LTI_EMAIL_BELONGS_TO_ANOTHER" };
const PASSWORD = "a sentence of my own";

/** A client IP address of its own, because requests are limited per client. */
const newClientHeaders = () => ({ "x-client-address": `2001:db8:${nextSerial().toString(16)}::2` });

async function choosePassword(email: string): Promise<void> {
  const { id, token } = await createPasswordLink({ id: await findAccountId(email) });
  const request = { headers: newClientHeaders(), body: { token, password: PASSWORD } };
  expect((await send("PUT", `/v1/password_resets/${id}`, request)).status).toBe(200);
}

async function acceptThroughMail(email: string): Promise<void> {
  const badge = await issueBadgeTo(organization, email);
  expect((await answer(badge.id, mailedToken(badge.id), "accept")).status).toBe(303);
}

/** The badge was accepted through the issuer's own link, which proves nothing. Then its mail opens the account. */
async function openAccountThroughMail(email: string): Promise<void> {
  const badge = await issueBadgeTo(organization, email);
  expect((await answer(badge.id, shownToken(badge.id), "accept")).status).toBe(303);
  const fields = { token: mailedToken(badge.id), first_name: "Ada", last_name: "Okafor", password: "" };
  expect((await submitKeep(keepForm, badge.id, fields)).headers.get("location")).toBe(`${ORIGIN}/wallet`);
}

async function acceptInvitation(email: string): Promise<void> {
  const invited = await createInvitation(organization, { email });
  const fields = { first_name: "Ada", last_name: "Okafor", password: PASSWORD };
  expect((await submitInvitationForm(invited, fields)).path).toMatch(/^\/console\//);
}

/** A session in the launched account, which requires a confirmation that is then undone. */
async function signInTo(email: string): Promise<TestEarner> {
  const id = await findAccountId(email);
  const cookie = await createSessionCookie(id);
  const headers = { cookie, origin: ORIGIN };
  return { id, email, cookie, headers, client: createPersonClient({ headers }) };
}

async function confirmByLink(email: string): Promise<void> {
  const earner = await signInTo(email);
  const [row] = await sql("SELECT id FROM user_emails WHERE email = $1", [email]);
  await earner.client.post(`/emails/${String(row?.id)}/send_confirmation`, {});
  const [mail] = await sendDueMails(earner);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  const { status } = await earner.client.post(`/emails/${String(row?.id)}/confirm`, { token });
  expect(status).toBe(200);
}

async function addThroughBadge(email: string): Promise<void> {
  const { id } = await signInTo(email);
  const actor = { type: "User" as const, id, name: "" };
  expect(await addProvenAddress({ userId: id, actor }, email, true)).toBe(true);
}

async function mergeIntoAnother(email: string): Promise<void> {
  const survivor = await createEarner();
  const { id, token } = await claimAddress(survivor, email);
  expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
}

async function connectAnother(email: string): Promise<void> {
  const own = newLmsUser({ email });
  expect(await launchAndReadOutcome(foreign, own)).toEqual(BELONGS_TO_ANOTHER);
  await pressConnect(await readConnectionLink(email));
  await sql("DELETE FROM learning_connection_requests WHERE email = $1", [email]);
}

const CONFIRMATIONS: Record<string, (email: string) => Promise<unknown>> = {
  "chooses a password by a mail": choosePassword,
  "accepts a badge by its mail": acceptThroughMail,
  "opens the account by the mail of a badge": openAccountThroughMail,
  "accepts an invitation": acceptInvitation,
  "confirms the address by its mail": confirmByLink,
  "adds the address by the mail of a badge": addThroughBadge,
  "merges the account into another one": mergeIntoAnother,
  "connects another course": connectAnother,
  "is made an administrator by the operator": (email) =>
    setUpOrganization({ name: `Organization ${nextSerial()}`, adminEmail: email }),
};

/** A token that the server of the LMS got by `connect`, and one that another app got for it with a code. */
async function programTokens({ user, email }: LmsUser): Promise<string[]> {
  const fields = learnerFields(course.id, { user_id: user, lis_person_contact_email_primary: email });
  const path = "/v1.1/cle_auth/connect";
  const { data } = await anonymousClient.post(path, signedFields(course.app, path, fields));
  const lender = learningClient({ access_token: data.token });
  const partner = await createTestLearningApp(organization);
  const code = await lender.post("/v1.1/cle_auth/authorize", {
    oauth_consumer_key: partner.apiKey,
    integration_ids: [course.id],
  });
  const proof = { "x-api-key": partner.apiKey, "x-api-secret": partner.secret };
  const lent = await anonymousClient.post("/v1.1/cle_auth/exchange", { code: code.data.code }, proof);
  return [data.token, lent.data.token];
}

const readsStudents = async (token: string): Promise<number> =>
  (await learningClient({ access_token: token, integration_account_id: course.id }).get("/v1.1/cle_students"))
    .status;

describe.each(Object.entries(CONFIRMATIONS))("a launch for a person who then %s", (_way, prove) => {
  it("gives no access any more: tokens end, the next launch is refused, and one mail asks for confirmation", async () => {
    const claimed = newLmsUser();
    const token = await launchToken(course, claimed);
    expect(await requestLearnerPage(token)).toBe(200);
    await prove(claimed.email);
    expect(await requestLearnerPage(token)).toBe(401);
    expect(await launchAndReadOutcome(course, claimed)).toEqual(BELONGS_TO_ANOTHER);
    expect(await launchAndReadOutcome(course, claimed)).toEqual(BELONGS_TO_ANOTHER);
    expect(await sendConnectionMails(claimed.email)).toHaveLength(1);
    expect(await listUnconnectedTokens()).toEqual([]);
  });
});

describe("what a launch obtained for an address", () => {
  it("ends with the confirmation for programs too, and for the partners they shared it with", async () => {
    const claimed = newLmsUser();
    await launchToken(course, claimed);
    const tokens = await programTokens(claimed);
    expect(await Promise.all(tokens.map(readsStudents))).toEqual([200, 200]);
    await choosePassword(claimed.email);
    expect(await Promise.all(tokens.map(readsStudents))).toEqual([401, 401]);
  });

  it("loses none of the student's records and badges", async () => {
    const claimed = newLmsUser();
    await launchToken(course, claimed);
    await createStudent(course, { email: claimed.email });
    const badge = await issueBadgeTo(organization, claimed.email);
    await answer(badge.id, shownToken(badge.id), "accept");
    const id = await findAccountId(claimed.email);
    await choosePassword(claimed.email);
    const associatedBadges = await sql("SELECT user_id, state FROM issued_badges WHERE id = $1", [badge.id]);
    expect(associatedBadges).toEqual([{ user_id: id, state: "accepted" }]);
    expect(await sql("SELECT FROM learning_students WHERE email = $1", [claimed.email])).toHaveLength(1);
  });

  it("stays with an account that only confirms its address: a launch of its own app opens it as before", async () => {
    const claimed = newLmsUser();
    const token = await launchToken(course, claimed);
    await claimAddress(await createEarner(), claimed.email);
    expect(await requestLearnerPage(token)).toBe(200);
    expect((await launchAndReadOutcome(course, claimed)).code).toBeNull();
  });
});

describe("the links of others who claimed an address", () => {
  it("neither confirm nor merge once its owner has confirmed it", async () => {
    const claimed = newLmsUser();
    await launchToken(course, claimed);
    const other = await createEarner();
    const claim = await claimAddress(other, claimed.email);
    expect(claim.path).toMatch(/\/merge$/);
    await choosePassword(claimed.email);
    const merging = await other.client.post("/merge", { email_id: claim.id, token: claim.token });
    expect([merging.status, merging.data.errors?.[0]?.code]).toEqual([422, "invalid_link"]);
    const earner = { userId: other.id, actor: { type: "User" as const, id: other.id, name: "" } };
    const link = { purpose: "merge-accounts" as const, token: claim.token };
    expect((await inspectClaimLink(earner, claim.id, link)).status).toBe("old");
  });
});
