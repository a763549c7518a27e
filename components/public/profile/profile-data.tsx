import { StructuredData } from "@/components/public/structured-data";
import type { PublicCard, PublicProfile } from "@/lib/credentials/public-pages/schema";

const buildCredential = (card: PublicCard, origin: string) => ({
  "@type": "EducationalOccupationalCredential",
  name: card.name,
  url: new URL(card.path, origin).href,
  credentialCategory: "badge",
  ...(card.issued_on ? { dateCreated: card.issued_on } : {}),
  recognizedBy: { "@type": "Organization", name: card.issuer },
});

/** Builds the structured data of a profile (schema.org, ProfilePage). */
function buildPage(profile: PublicProfile, address: string) {
  const { headline, bio, position, employer, photo_url: photo, collections } = profile;
  const cards = collections.flatMap((collection) => collection.cards);
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url: address,
    mainEntity: {
      "@type": "Person",
      name: profile.name,
      url: address,
      ...(headline || bio ? { description: headline ?? bio } : {}),
      ...(photo ? { image: photo } : {}),
      ...(position ? { jobTitle: position } : {}),
      ...(employer ? { worksFor: { "@type": "Organization", name: employer } } : {}),
      hasCredential: cards.map((card) => buildCredential(card, address)),
    },
  };
}

/** The structured data of a public profile. */
export const ProfileData = ({ profile, address }: { profile: PublicProfile; address: string }) => (
  <StructuredData data={buildPage(profile, address)} />
);
