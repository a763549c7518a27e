import { readImage, type ImageSource } from "@/lib/art/images/service";
import type { DatedInstant } from "@/lib/kernel/dates";
import { canonicalizeJson } from "@/lib/kernel/canonical-json";
import { ApiError } from "@/lib/kernel/errors";
import { fetchImageWith } from "@/lib/platform/outbound/fetch-image";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { digest } from "@/lib/kernel/secrets";
import type { Prisma } from "@/prisma/generated/client";
import { decideVerdict, isConfirmed } from "@/lib/credentials/verification/checks";
import { BadgeRefused, revokedBadge } from "@/lib/credentials/verification/refusal";
import { isSameOrigin, normalizeWebUrl } from "@/lib/credentials/verification/addresses";
import { collectBadge, type OpenBadge } from "@/lib/credentials/verification/collect";
import type { EmulatedBadgeInput } from "./schema";
import type { Source } from "@/lib/credentials/verification/source";

type BadgeColumns = Omit<
  Prisma.ExternalBadgeUncheckedCreateInput,
  "id" | "userId" | "imageId" | "public" | "revokedAt" | "refreshedAt" | "createdAt"
>;

/** A badge ready to be stored, with its picture as a PNG. */
export type Draft = { columns: BadgeColumns; picture: Buffer | null };

const toDateColumn = (dated: DatedInstant | null | undefined): Date | null =>
  dated ? new Date(dated.date) : null;

/** The page on which people can see the badge: the page that linked to the assertion if both have the same origin. */
const choosePageUrl = (address: string | null, page: string | null): string | null =>
  address && page && isSameOrigin(address, page) ? page : address;

/** Whether a badge without a signature of its text must be read from its URL: by its proofs, another one is checked anywhere. */
const canBeReadAgain = ({ assertion, document }: OpenBadge): boolean =>
  document.proof === undefined || normalizeWebUrl(assertion.id) !== null;

function openBadgeColumns(badge: OpenBadge, page: string | null): BadgeColumns {
  const { assertion, document, badgeClass, issuer, recipientEmail, checks, jws } = badge;
  return {
    type: "OpenBadge",
    badgeName: badgeClass.name,
    badgeDescription: badgeClass.description,
    issuerName: issuer.name,
    badgeUrl: choosePageUrl(normalizeWebUrl(assertion.id), page),
    badgeId: assertion.id,
    badgeVersion: assertion.version,
    credentialNumber: assertion.credentialNumber,
    criteriaId: badgeClass.criteria.id,
    criteriaNarrative: badgeClass.criteria.narrative,
    skills: badgeClass.skills,
    verified: isConfirmed(checks),
    issuedAt: assertion.issued.at,
    issuedAtDate: toDateColumn(assertion.issued),
    expiresAt: assertion.expires?.at ?? null,
    expiresAtDate: toDateColumn(assertion.expires),
    assertionDigest: digest(assertion.id ?? canonicalizeJson(document)),
    signedAssertion: jws ?? (canBeReadAgain(badge) ? null : JSON.stringify(document)),
    recipientEmail,
  };
}

/** Throws `BadgeRefused` for a badge that was revoked or altered. One that could not be checked is accepted. */
function requireNoFault({ checks }: OpenBadge): void {
  const verdict = decideVerdict(checks);
  if (verdict === "revoked") throw revokedBadge();
  if (verdict === "altered")
    throw new BadgeRefused("bad_signature", "The signature of this badge does not match its issuer.");
}

/** Loads the picture from the issuer. A badge without a usable picture is accepted. */
async function loadPicture(fetch: Fetch, address: string | null): Promise<Buffer | null> {
  if (address === null) return null;
  try {
    const source: ImageSource = address.startsWith("data:") ? address : await fetchImageWith(fetch, address);
    return await readImage(source, "image");
  } catch (error) {
    if (error instanceof OutboundRefused || (error instanceof ApiError && error.status === 422)) return null;
    throw error;
  }
}

/**
 * Loads a complete Open Badge, with the picture from its issuer. A baked image comes from the earner, in `field`.
 * Anyone can bake an assertion into another picture, so it is never used for a verified badge.
 *
 * @throws as `collectBadge`; BadgeRefused when it was revoked or altered; 422 for an invalid baked image
 */
export async function buildOpenBadgeDraft(
  fetch: Fetch,
  { source, addresses, field }: { source: Source; addresses: string[]; field: string },
): Promise<Draft> {
  const badge = await collectBadge(fetch, source, addresses);
  requireNoFault(badge);
  const { assertion, badgeClass, checks } = badge;
  const baked = source.image && (await readImage(source.image, field));
  const loaded = await loadPicture(fetch, assertion.picture ?? badgeClass.picture);
  const columns = openBadgeColumns(badge, source.page);
  return { columns, picture: loaded ?? (isConfirmed(checks) ? null : baked) };
}

const emptyToNull = (text: string | null | undefined): string | null => text || null;

/** Builds a badge that the earner typed in, which no issuer confirms. Throws 422 for an invalid image. */
export async function buildEmulatedBadgeDraft(input: EmulatedBadgeInput): Promise<Draft> {
  const columns: BadgeColumns = {
    type: "EmulatedBadge",
    badgeName: input.badge_name,
    badgeDescription: emptyToNull(input.badge_description ?? input.description),
    issuerName: input.issuer_name,
    recipientName: emptyToNull(input.recipient_name),
    badgeUrl: emptyToNull(input.badge_url),
    badgeId: emptyToNull(input.badge_id),
    skills: [...new Set(input.skills)],
    aiInfluenced: input.ai_influence?.ai_influenced === true,
    issuedAtDate: toDateColumn(input.issued_at_date),
    expiresAtDate: toDateColumn(input.expires_at_date),
  };
  return { columns, picture: input.image ? await readImage(input.image, "badge.image") : null };
}
