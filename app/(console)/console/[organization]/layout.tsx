import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Frame } from "@/components/console/frame";
import type { Section } from "@/components/console/navigation";
import { presentImage } from "@/lib/images/serializer";
import { may, memberOf, signedInPerson, type Member } from "../../console-caller";

export const metadata: Metadata = { robots: { index: false } };

type Params = Promise<{ organization: string }>;

const choiceOf = (organization: Member["organization"]) => ({
  slug: organization.vanitySlug,
  name: organization.name,
  photoUrl: presentImage(organization.photoId)?.url ?? null,
});

const sectionsOf = ({ caller }: Member): Section[] => [
  "overview",
  "badge_templates",
  ...(may(caller, "issued_badges", "write") ? (["issue"] as const) : []),
  "issued_badges",
  ...(may(caller, "issued_badges", "read") ? (["learning"] as const) : []),
  ...(may(caller, "authorization_tokens", "read") ? (["developer"] as const) : []),
];

export default async function OrganizationLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Params;
}) {
  const { organization: slug } = await params;
  const person = await signedInPerson();
  // The page itself sends people who are not signed in away, because it knows the way back to itself.
  if (!person) return children;
  const member = memberOf(person, slug);
  if (!member) notFound();
  return (
    <Frame
      organization={choiceOf(member.organization)}
      organizations={person.memberships.map(({ organization }) => choiceOf(organization))}
      color={member.organization.primaryHexColor}
      person={{ name: member.caller.actor.name, email: person.emails[0]?.email ?? "" }}
      sections={sectionsOf(member)}
    >
      {children}
    </Frame>
  );
}
