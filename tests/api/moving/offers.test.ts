import { expect, it } from "vitest";
import {
  acceptEndorsement,
  getEndorsementCredential,
  prepareAcceptance,
} from "@/lib/credentials/endorsements/service";
import { newId } from "@/lib/kernel/ids";
import { readListInput } from "@/lib/kernel/list/list-input";
import { listMemberInvitations, resendInvitation } from "@/lib/accounts/memberships/invitations";
import { moveIn } from "@/lib/operations/installation/moving";
import { buildOperatorCaller } from "@/lib/operations/installation/service";
import {
  moveRecords,
  useExportedOrganization,
  type Change,
} from "../../support/moving/exported-organization";
import { readRecords } from "../../support/moving/two-installations";
import { sql } from "../../support/platform/database";

// Invitations and endorsements move without mails and without signed credentials, and what is decided here stays.

const exported = useExportedOrganization();
const move = (change?: Change) => moveRecords(exported, change);

/** Moves the partner, whose badge the organization endorses. */
const movePartner = () =>
  moveIn({
    file: exported.installations.file("partner.ndjson"),
    organization: undefined,
    adminEmail: undefined,
    isDryRun: false,
  });

const changing =
  (kind: string, changes: object): Change =>
  (record) =>
    record.kind === kind ? { ...record, ...changes } : record;

const listInvitations = async (organizationId: string) =>
  (await listMemberInvitations(buildOperatorCaller(organizationId), readListInput(new URLSearchParams())))
    .rows;

it("an open invitation is listed and not mailed, and can be sent again", async () => {
  const { organization_id: id } = await move();
  const [invitation] = await listInvitations(id);
  expect(invitation).toMatchObject({ email: "invited@lumen.example", role: "issuer", acceptedAt: null });
  const countMails = () => sql("SELECT count(*)::int FROM outbox_messages WHERE kind = 'mail'");
  expect(await countMails()).toEqual([{ count: 0 }]);
  const sent = await resendInvitation(buildOperatorCaller(id), String(invitation?.id));
  expect(await countMails()).toEqual([{ count: 1 }]);
  const earlier = changing("member_invitation", { invited_by_name: "Renamed" });
  expect((await move(earlier)).kinds.member_invitation).toMatchObject({ refused: 0 });
  expect(await listInvitations(id)).toEqual([sent]);
});

it("a later mail of the source is the newest", async () => {
  const { organization_id: id } = await move();
  const later = { sent_at: "2126-01-02T03:04:05.000Z", expires_at: "2126-01-09T03:04:05.000Z" };
  await move(changing("member_invitation", later));
  expect(await listInvitations(id)).toEqual([
    expect.objectContaining({ sentAt: new Date(later.sent_at), expiresAt: new Date(later.expires_at) }),
  ]);
});

it("an invitation that was withdrawn here stays withdrawn", async () => {
  await move();
  await sql("UPDATE member_invitations SET withdrawn_at = now()");
  const { kinds } = await move(changing("member_invitation", { role: "administrator" }));
  expect(kinds.member_invitation).toEqual({ created: 0, changed: 0, unchanged: 1, refused: 0, waiting: 0 });
  expect(await sql("SELECT role, withdrawn_at IS NULL AS open FROM member_invitations")).toEqual([
    { role: "issuer", open: false },
  ]);
});

it("an invitation of an address that is invited here is the same", async () => {
  const { organization_id: id } = await move();
  const [invitation] = await listInvitations(id);
  const { kinds } = await move(changing("member_invitation", { id: newId() }));
  expect(kinds.member_invitation).toMatchObject({ created: 0, changed: 1, refused: 0 });
  expect(await listInvitations(id)).toEqual([invitation]);
});

it("the person who invited is the account here", async () => {
  const accountId = newId();
  const [email] = await readMemberAddress();
  await sql(
    "INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at) VALUES ($1, 'Ad', 'Min', 'admin', now())",
    [accountId],
  );
  await sql(
    `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at) VALUES (gen_random_uuid(), $1, $2, true, now())`,
    [accountId, email],
  );
  const { organization_id: id } = await move();
  expect(await listInvitations(id)).toEqual([expect.objectContaining({ invitedById: accountId })]);
  // A credential is no record. Its id only says who it was.
  await move(
    changing("member_invitation", { invited_by_id: "token-1", invited_by_type: "AuthorizationToken" }),
  );
  expect(await listInvitations(id)).toEqual([expect.objectContaining({ invitedById: "token-1" })]);
});

/** The addresses of the member of the organization at the source. */
async function readMemberAddress(): Promise<string[]> {
  const records = await readRecords(exported.installations.file("export.ndjson"));
  const member = records.find(({ kind }) => kind === "member");
  const person = records.find(({ kind, id }) => kind === "person" && id === member?.user_id);
  const addresses = (person?.addresses ?? []) as { email: string }[];
  return addresses.map(({ email }) => email);
}

const readEndorsements = () =>
  sql("SELECT id, state, comment, document IS NOT NULL AS signed FROM endorsements");

it("an accepted endorsement is an offer, which is signed when it is accepted here", async () => {
  await movePartner();
  await move();
  const comment = "We hire people with this badge.";
  const [offer] = await readEndorsements();
  expect(offer).toMatchObject({ state: "offered", comment, signed: false });
  const id = String(offer?.id);
  await expect(getEndorsementCredential(id)).rejects.toMatchObject({ status: 404 });
  const owner = buildOperatorCaller(exported.organization.partnerId);
  await acceptEndorsement(owner, id, await prepareAcceptance(owner, id));
  const { credential } = await getEndorsementCredential(id);
  expect(JSON.stringify(credential)).toContain(comment);
  await move(changing("endorsement", { comment: "Something else" }));
  expect(await readEndorsements()).toEqual([{ id, state: "accepted", comment, signed: true }]);
  await move(changing("endorsement", { state: "withdrawn" }));
  expect(await readEndorsements()).toEqual([{ id, state: "withdrawn", comment, signed: true }]);
});

it("an endorsement that was declined here stays declined", async () => {
  await movePartner();
  await move();
  await sql("UPDATE endorsements SET state = 'declined'");
  for (const state of ["offered", "withdrawn"]) await move(changing("endorsement", { state }));
  expect(await readEndorsements()).toMatchObject([{ state: "declined" }]);
});

it("an endorsement waits for the organization whose badge it is of", async () => {
  const first = await move();
  const reason = expect.stringContaining("Move the organization that it belongs to first.");
  expect(first.refusals).toContainEqual(expect.objectContaining({ kind: "endorsement", reason }));
  await movePartner();
  expect((await move()).kinds.endorsement).toMatchObject({ created: 1, refused: 0 });
});
