import { markTest } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { PublicIssuer } from "@/lib/credentials/public-pages/schema";
import { StructuredData } from "./structured-data";

type BadgeDataProps = { badge: IssuedBadge; issuer: PublicIssuer };

/** Builds the structured data of the badge for search engines (schema.org, EducationalOccupationalCredential). */
function buildCredential({ badge, issuer }: BadgeDataProps) {
  const { badge_template: template } = badge;
  return {
    "@context": "https://schema.org",
    "@type": "EducationalOccupationalCredential",
    identifier: badge.id,
    url: badge.badge_url,
    name: markTest(template.name, issuer.is_test),
    description: template.description,
    image: badge.image_url,
    credentialCategory: "badge",
    dateCreated: badge.issued_at_date,
    ...(badge.expires_at_date ? { expires: badge.expires_at_date } : {}),
    ...(template.level ? { educationalLevel: template.level } : {}),
    ...(template.skills.length > 0 ? { competencyRequired: template.skills } : {}),
    recognizedBy: {
      "@type": "Organization",
      name: issuer.name,
      ...(issuer.website ? { url: issuer.website } : {}),
    },
    ...(badge.issued_to ? { about: { "@type": "Person", name: badge.issued_to } } : {}),
  };
}

/** The structured data of a badge. */
export const BadgeData = (props: BadgeDataProps) => <StructuredData data={buildCredential(props)} />;
