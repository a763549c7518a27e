import { cache } from "react";
import type { LinkedInPage } from "@/components/public/badge/share-address";
import { datedValidity, type DatedValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { presentBadge, primaryIssuer, type BadgePageRow } from "@/lib/badges/issued/serializer";
import { getPublicBadge, findPublicSuccessorId } from "@/lib/badges/issued/service";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import type { PublicEndorsement } from "@/lib/credentials/endorsements/schema";
import { listPublicEndorsements } from "@/lib/credentials/endorsements/service";
import type { PublicEarner, PublicIssuer, PublicRelated } from "@/lib/credentials/public-pages/schema";
import {
  presentBadgeEarner,
  presentBadgeIssuer,
  presentRelated,
  withVisitPath,
} from "@/lib/credentials/public-pages/serializer";
import { getRelated } from "@/lib/credentials/public-pages/service";

type ShownBadge = {
  badge: IssuedBadge;
  issuer: PublicIssuer;
  linkedInPage: LinkedInPage;
  earner: PublicEarner | null;
  validity: DatedValidity;
  endorsements: PublicEndorsement[];
  related: PublicRelated;
};

/** The badge to show, or the address to redirect to. */
type PublicBadgeResult = { shown: ShownBadge } | { instead: string };

/**
 * Rarely used: except in `next dev`, the server checks first and responds without a redirect
 * (lib/http/server/public-documents.ts).
 */
const redirectToUnavailable = (id: string): PublicBadgeResult => ({
  instead: publicUrl(`/badges/${encodeURIComponent(id)}/unavailable`),
});

async function findPublicBadgeRow(id: string): Promise<BadgePageRow | null> {
  try {
    return await getPublicBadge(id);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Reads what the public page of a badge shows, once per request for title and page. */
export const findPublicBadge = cache(async (id: string): Promise<PublicBadgeResult> => {
  const row = await findPublicBadgeRow(id);
  if (!row) return redirectToUnavailable(id);
  if (row.state === "replaced") {
    const successor = await findPublicSuccessorId(row.id);
    return successor === null ? redirectToUnavailable(id) : { instead: badgePageUrl(successor) };
  }
  const issuer = primaryIssuer<BadgePageRow["organization"]>(row);
  // Endorsed is the badge of its owner. A badge that names another issuer alone is a class of its own.
  const isOwners = issuer.id === row.badgeTemplate.organization.id;
  const [related, endorsements] = await Promise.all([
    getRelated(row.badgeTemplate.id),
    isOwners ? listPublicEndorsements(row.badgeTemplate.id) : [],
  ]);
  return {
    shown: {
      badge: presentBadge(row),
      issuer: withVisitPath(presentBadgeIssuer(row), `/badges/${row.id}`),
      linkedInPage: { id: issuer.linkedInOrgId, name: issuer.linkedInName ?? issuer.name },
      earner: presentBadgeEarner(row),
      validity: datedValidity(row, clock.now()),
      endorsements,
      related: presentRelated(related),
    },
  };
});
