import type { Metadata } from "next";
import { InvitationView } from "@/components/console/memberships/invitation-view";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { presentImage } from "@/lib/art/images/serializer";
import { loadMessages } from "@/lib/platform/languages/messages";
import { inspectInvitation, type LinkedInvitation } from "@/lib/accounts/memberships/acceptance";
import { parseRejectedForm } from "../../../rejected-form";
import { findSignedInPerson } from "../../../signed-in";
import { readParameter, type PageQuery } from "../../list-request";

export const dynamic = "force-dynamic";

// The URL contains the token, so it must not reach other sites or search engines.
export const metadata: Metadata = {
  title: "Invitation",
  referrer: "same-origin",
  robots: { index: false, follow: false },
};

type Props = { params: Promise<{ invitation_id: string }>; searchParams: PageQuery };

const invitationDetails = ({ organization, ...row }: LinkedInvitation) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  inviter: row.invitedByType === "User" && row.invitedByName !== "" ? row.invitedByName : organization.name,
  expiresAt: row.expiresAt.toISOString(),
  organization: {
    name: organization.name,
    slug: organization.vanitySlug,
    bio: organization.bio,
    photoUrl: presentImage(organization.photoId)?.url ?? null,
  },
});

/** The page that the e-mail of an invitation links to. Opening it changes nothing. Only its form does. */
export default async function InvitationPage({ params, searchParams }: Props) {
  const [{ invitation_id: id }, query] = await Promise.all([params, searchParams]);
  const token = readParameter(query.token);
  const person = await findSignedInPerson();
  const linked = await inspectInvitation(id, token, person?.id ?? null);
  return (
    <PublicFrame hasLinks={false} color={linked.invitation?.organization.primaryHexColor ?? null}>
      <InvitationView
        status={linked.status}
        invitation={linked.invitation ? invitationDetails(linked.invitation) : null}
        firstName={linked.firstName}
        signedInAs={person?.emails[0]?.email ?? null}
        token={token}
        personal={linked.personalTexts}
        words={(await loadMessages("en")).password}
        again={parseRejectedForm(query)}
      />
    </PublicFrame>
  );
}
