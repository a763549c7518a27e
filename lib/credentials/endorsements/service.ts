import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { getIssuingIdentity } from "@/lib/credentials/issuer-domains/identity";
import { badgeClassUrl, endorsementUrl } from "@/lib/credentials/open-badges/addresses";
import { buildIssuer } from "@/lib/credentials/open-badges/credential";
import {
  buildUnsignedEndorsement,
  type EndorsementCredential,
} from "@/lib/credentials/open-badges/endorsement";
import { CONTEXTS } from "@/lib/credentials/open-badges/schema";
import {
  addIssuerProofs,
  ensureStatusEntry,
  signIssuerToken,
} from "@/lib/credentials/signed-credentials/signing";
import { composeToken, type TokenParts } from "@/lib/credentials/signed-credentials/token";
import { clock } from "@/lib/kernel/clock";
import { gone, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid, newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import type { IdBatch } from "@/lib/kernel/list/id-batch";
import { listKeys } from "@/lib/kernel/list/keys";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { requireSameMode } from "@/lib/organizations/profile/mode";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { MAX_ENDORSEMENTS } from "@/lib/credentials/signed-credentials/serializer";
import {
  changeState,
  filters,
  findEndorsement,
  findEndorsementPage,
  findListedEndorsements,
  findPublicEndorsements,
  findPublicTemplate,
  findPublished,
  findStatement,
  insertEndorsement,
  lockAcceptedCount,
  saveSigned,
  sorts,
  wasDeclinedSince,
  type ListedEndorsement,
} from "./queries";
import type { EndorsementInput, PublicEndorsement } from "./schema";
import { presentPublicEndorsement, type EndorsementRow, type SignedEndorsement } from "./serializer";

export const endorsementListKeys = listKeys(filters(""), sorts);

/** Owners of badges must read each offer, so an organization cannot send many at once. */
const OFFER_LIMIT: RateLimitPolicy = { name: "endorsements", points: 60, seconds: 3_600 };
/** How long an organization that was declined must wait before it offers to endorse the same badge again. */
const PAUSE_MS = 30 * 24 * 3_600_000;

/** Lists the endorsements that the organization gave and those of its own badges, newest first. */
export function listEndorsements(
  { organizationId }: Caller,
  input: ListInput,
): Promise<Page<EndorsementRow>> {
  const criteria = parseFilter(input.filter, filters(organizationId));
  const order = parseSort(input.sort, sorts, [{ createdAt: "desc" }]);
  return findEndorsementPage(organizationId, criteria, order, input.page);
}

async function getEndorsement({ organizationId }: Caller, id: string): Promise<EndorsementRow> {
  const row = await findEndorsement(organizationId, id);
  if (!row) throw notFound();
  return row;
}

async function requireOfferLeft({ organizationId }: Caller): Promise<void> {
  await takePoint(OFFER_LIMIT, organizationId, "Too many endorsements offered. Try again later.");
}

/** Returns the owner and the name of the badge to endorse. Throws 422 unless it is a public badge of another organization. */
async function getBadgeToEndorse({ organizationId }: Caller, badgeTemplateId: string) {
  const found = await findPublicTemplate(badgeTemplateId);
  if (found === null)
    throw invalidField("badge_template_id", "not_found", "must be the ID of an active, public badge");
  if (found.organizationId === organizationId)
    throw invalidField("badge_template_id", "own_badge", "is a badge of your own organization");
  return { templateOrganizationId: found.organizationId, badgeName: found.name };
}

type PreparedOffer = {
  badgeTemplateId: string;
  comment: string;
  templateOrganizationId: string;
  badgeName: string;
};

/**
 * Checks whether the organization may endorse a public badge of another organization, and counts the offer. Throws 422 for
 * an own, private or unknown badge, and within 30 days after its owner declined an endorsement; 429 after 60 offers an hour.
 */
export async function prepareOffer(
  caller: Caller,
  { badge_template_id: badgeTemplateId, comment }: EndorsementInput,
): Promise<PreparedOffer> {
  await requireOfferLeft(caller);
  const { organizationId } = caller;
  const badge = await getBadgeToEndorse(caller, badgeTemplateId);
  await requireSameMode(organizationId, badge.templateOrganizationId);
  if (await wasDeclinedSince(organizationId, badgeTemplateId, new Date(clock.now().getTime() - PAUSE_MS)))
    throw invalidField(
      "badge_template_id",
      "declined",
      "was not endorsed: its owner declined your endorsement in the last 30 days",
    );
  return { ...badge, badgeTemplateId, comment };
}

/**
 * Offers to endorse a badge, after `prepareOffer`. Nothing is published before its owner accepts. Throws 422 for a second
 * endorsement of the same badge.
 */
export function offerEndorsement(caller: Caller, offer: PreparedOffer): Promise<EndorsementRow> {
  const { organizationId } = caller;
  const id = newId();
  return withAuditEntry(caller, "endorsement.create", id, async () => {
    const data = { id, organizationId, ...offer };
    if (!(await insertEndorsement(data)))
      throw invalidField("badge_template_id", "already_endorsed", "is already endorsed by your organization");
    return getEndorsement(caller, id);
  });
}

type SignedStatement = { document: string } & TokenParts;

/** Signs what an endorsement says with the keys of the organization that endorses. */
async function signEndorsement(id: string): Promise<SignedStatement> {
  const row = await findStatement(id);
  if (!row) throw notFound();
  const { organization, badgeTemplate: template } = row;
  const issuer = await getIssuingIdentity(organization.id);
  const unsigned = buildUnsignedEndorsement({
    context: CONTEXTS.three,
    id: endorsementUrl(id),
    issuer: buildIssuer(organization, issuer.did),
    achievementId: badgeClassUrl(
      { id: template.id, ownerId: template.organizationId },
      template.organizationId,
    ),
    badge: row.badgeName ?? template.name,
    comment: row.comment,
    acceptedAt: clock.now(),
    credentialStatus: await ensureStatusEntry(issuer, { id, kind: "endorsement" }),
  });
  const signed = await addIssuerProofs(issuer, unsigned, clock.now());
  const token = await signIssuerToken(issuer, unsigned);
  return { document: JSON.stringify(signed), ...token };
}

const wrongStateError = ({ state }: EndorsementRow, action: string) =>
  unprocessable("invalid_state", `This endorsement is ${state} and cannot be ${action}.`);

async function requireRoom({ organizationId }: Caller, id: string): Promise<void> {
  const accepted = await lockAcceptedCount(organizationId, id);
  if (accepted === null) throw notFound();
  if (accepted >= MAX_ENDORSEMENTS)
    throw unprocessable(
      "too_many_endorsements",
      `A badge has at most ${MAX_ENDORSEMENTS} endorsements. Remove another one first.`,
    );
}

/**
 * Signs an offered endorsement of the organization's badge for the organization that endorses. Null for one that it cannot
 * accept; `acceptEndorsement` says why. Throws 404 for one that the caller does not see.
 */
export async function prepareAcceptance(caller: Caller, id: string): Promise<SignedStatement | null> {
  const { state, organizationId } = await getEndorsement(caller, id);
  return state === "offered" && organizationId !== caller.organizationId ? signEndorsement(id) : null;
}

/**
 * Accepts an offered endorsement of the organization's badge, which was signed by the organization that endorses
 * (`prepareAcceptance`): it is published, and in the credentials that are signed from now on. Throws 404 for one of another
 * organization's badge, 422 for one that is not offered, or when the badge has ten.
 */
export function acceptEndorsement(
  caller: Caller,
  id: string,
  signed: SignedStatement | null,
): Promise<EndorsementRow> {
  const { organizationId } = caller;
  return withAuditEntry(caller, "endorsement.accept", id, async () => {
    await requireRoom(caller, id);
    const own = { id, templateOrganizationId: organizationId };
    if (signed === null || !(await changeState(own, ["offered"], "accepted")))
      throw wrongStateError(await getEndorsement(caller, id), "accepted");
    await saveSigned(id, signed);
    return getEndorsement(caller, id);
  });
}

/**
 * Declines an offered endorsement of the organization's badge, or removes an accepted one, which is revoked. Throws 404 for
 * one of another organization's badge, 422 for one that has ended.
 */
export function declineEndorsement(caller: Caller, id: string): Promise<EndorsementRow> {
  const { organizationId } = caller;
  return withAuditEntry(caller, "endorsement.decline", id, async () => {
    const own = { id, templateOrganizationId: organizationId };
    if (await changeState(own, ["offered", "accepted"], "declined")) return getEndorsement(caller, id);
    const row = await getEndorsement(caller, id);
    throw row.organizationId === organizationId ? notFound() : wrongStateError(row, "declined");
  });
}

/**
 * Withdraws an endorsement that the organization offered or gave, which is revoked. Throws 404 for one of another
 * organization, 422 for one that has ended.
 */
export function withdrawEndorsement(caller: Caller, id: string): Promise<EndorsementRow> {
  const { organizationId } = caller;
  return withAuditEntry(caller, "endorsement.withdraw", id, async () => {
    if (await changeState({ id, organizationId }, ["offered", "accepted"], "withdrawn"))
      return getEndorsement(caller, id);
    const row = await getEndorsement(caller, id);
    throw row.organizationId === organizationId ? wrongStateError(row, "withdrawn") : notFound();
  });
}

/**
 * Returns the signed credential of an endorsement. Throws 404 for one that was never accepted, 410 for one that was
 * withdrawn or removed.
 */
export async function getEndorsementCredential(id: string): Promise<SignedEndorsement> {
  const row = isUuid(id) ? await findPublished(id) : null;
  if (!row?.document || row.tokenHeader === null || row.tokenSignature === null) throw notFound();
  if (row.state !== "accepted") throw gone("This endorsement was withdrawn.");
  const { document, tokenHeader, tokenSignature } = row;
  return { credential: JSON.parse(document) as EndorsementCredential, tokenHeader, tokenSignature };
}

/** Serializes the credential of an endorsement as its JWT. */
export const presentEndorsementJwt = ({ credential, ...token }: SignedEndorsement): Promise<string> =>
  Promise.resolve(composeToken(credential, token));

/** Lists the accepted endorsements of a badge for its public pages. */
export const listPublicEndorsements = async (badgeTemplateId: string): Promise<PublicEndorsement[]> =>
  (await findPublicEndorsements(badgeTemplateId)).map(presentPublicEndorsement);

/** Lists the published endorsements of all organizations, in the order of ids. */
export const listPublishedEndorsements = (batch: IdBatch): Promise<ListedEndorsement[]> =>
  findListedEndorsements(batch);
