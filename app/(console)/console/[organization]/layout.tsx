import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ConsoleFrame } from "@/components/console/frame/frame";
import type { Section } from "@/components/console/frame/navigation";
import { presentImage } from "@/lib/art/images/serializer";
import type { Access } from "@/lib/access/callers/caller";
import type { Scope } from "@/lib/access/callers/choices";
import { findSignedInPerson } from "../../../signed-in";
import { may, toConsoleMember, type ConsoleMember } from "../../console-caller";

export const metadata: Metadata = { robots: { index: false } };

type Params = Promise<{ organization: string }>;

const organizationChoice = (organization: ConsoleMember["organization"]) => ({
  slug: organization.vanitySlug,
  name: organization.name,
  photoUrl: presentImage(organization.photoId)?.url ?? null,
});

/** The permission that each section needs, in the order of the navigation. Null: every member sees it. */
const SECTION_PERMISSIONS: Record<Section, { scope: Scope; access: keyof Access } | null> = {
  overview: null,
  badge_templates: null,
  issue: { scope: "issued_badges", access: "write" },
  issued_badges: null,
  recommendations: { scope: "recommendations", access: "read" },
  employees: { scope: "workforce", access: "read" },
  issuers: { scope: "memberships", access: "read" },
  developer: { scope: "events", access: "read" },
  learning: { scope: "issued_badges", access: "read" },
  settings: { scope: "memberships", access: "read" },
};

const visibleSections = ({ caller }: ConsoleMember): Section[] =>
  (Object.keys(SECTION_PERMISSIONS) as Section[]).filter((section) => {
    const needs = SECTION_PERMISSIONS[section];
    return !needs || may(caller, needs.scope, needs.access);
  });

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
      organizations={person.memberships.map(({ organization }) => organizationChoice(organization))}
      color={member.organization.primaryHexColor}
      person={{ name: member.caller.actor.name, email: person.emails[0]?.email ?? "" }}
      sections={visibleSections(member)}
    >
      {children}
    </ConsoleFrame>
  );
}
