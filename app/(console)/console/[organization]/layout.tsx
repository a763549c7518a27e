import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ProofHost } from "@/components/account/proof-host";
import { ConsoleFrame } from "@/components/console/frame/frame";
import type { TestMode } from "@/components/console/frame/test-mode";
import { SECTIONS, type Section } from "@/components/console/frame/sections";
import { loadMessages } from "@/lib/platform/languages/messages";
import { countUnreadNotices } from "@/lib/organizations/notices/service";
import { buildEarnerCaller } from "@/lib/accounts/sessions/session";
import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { presentImage } from "@/lib/art/images/serializer";
import { findSignedInPerson } from "../../../signed-in";
import { may, toConsoleMember, type ConsoleMember } from "../../console-caller";

export const metadata: Metadata = { robots: { index: false } };

type Params = Promise<{ organization: string }>;

const organizationChoice = (organization: ConsoleMember["organization"]) => ({
  slug: organization.vanitySlug,
  name: organization.name,
  photoUrl: presentImage(organization.photoId)?.url ?? null,
});

const visibleSections = ({ caller }: ConsoleMember): Section[] =>
  (Object.keys(SECTIONS) as Section[]).filter((section) => {
    const { permission } = SECTIONS[section];
    return !permission || may(caller, permission.scope, permission.access);
  });

/** The organization's other mode: its test organization, or the real one of a test organization. */
function findTestMode({ person, organization, caller }: ConsoleMember): TestMode {
  const other = person.memberships.find(({ organization: one }) =>
    organization.testOfId === null ? one.testOfId === organization.id : one.id === organization.testOfId,
  );
  return {
    isOn: organization.testOfId !== null,
    otherHome: other ? `/console/${other.organization.vanitySlug}` : null,
    mayOpen: may(caller, "memberships", "write"),
    days: organization.testDays,
  };
}

export default async function OrganizationLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Params;
}) {
  const { organization: slug } = await params;
  const person = await findSignedInPerson();
  // The page redirects people who are not signed in.
  if (!person) return children;
  const member = toConsoleMember(person, slug);
  if (!member) notFound();
  return (
    <ConsoleFrame
      organizationId={member.caller.organizationId}
      organization={organizationChoice(member.organization)}
      organizations={person.memberships
        .filter(({ organization }) => organization.testOfId === null)
        .map(({ organization }) => organizationChoice(organization))}
      testMode={findTestMode(member)}
      color={member.organization.primaryHexColor}
      person={{ name: member.caller.actor.name, email: person.emails[0]?.email ?? "" }}
      sections={visibleSections(member)}
      unreadNotices={await countUnreadNotices(buildEarnerCaller(person))}
    >
      {children}
      <ProofHost texts={(await loadMessages(DEFAULT_LOCALE)).proof} />
    </ConsoleFrame>
  );
}
