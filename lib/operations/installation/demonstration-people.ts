import { BadgeTemplateInput } from "@/lib/badges/templates/schema";
import { createTemplate, prepareTemplate } from "@/lib/badges/templates/create";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import { EmployeeInput } from "@/lib/workforce/employees/schema";
import { createEmployee } from "@/lib/workforce/employees/service";
import { IssuerAuthorizationInput } from "@/lib/organizations/issuers/schema";
import { authorizeIssuer } from "@/lib/organizations/issuers/service";
import type { Caller } from "@/lib/access/callers/caller";
import { RecommendationInput } from "@/lib/badges/recommendations/schema";
import { createRecommendation } from "@/lib/badges/recommendations/service";
import { setUpOrganization } from "./service";

type Person = readonly [first: string, last: string];

const POSITIONS = ["Studio lead", "Instructor", "Instructor", "Course designer", "Mentor", "Librarian"];
const CONNECTED = 2;

/** Creates employees. Those with an account are asked to connect, and the first of them accept. */
export async function createEmployees(
  caller: Caller,
  people: readonly Person[],
  domain: string,
): Promise<void> {
  for (const [index, [first, last]] of people.entries()) {
    const body = EmployeeInput.parse({
      email: `${first}.${last}@${domain}`,
      first_name: first,
      last_name: last,
      external_id: `LA-${101 + index}`,
      position_title: POSITIONS[index % POSITIONS.length],
      team: index < 3 ? "Studio" : "Library",
    });
    const { id, userId } = await createEmployee(caller, body);
    if (userId === null) continue;
    await promptEmployments(userId);
    if (index < CONNECTED) await acceptEmployment(userId, id);
  }
}

/** Recommends the third badge and a course to earners of the first two templates. */
export async function createRecommendations(
  caller: Caller,
  [first = "", second = "", third = ""]: string[],
  site: string,
): Promise<void> {
  const bodies = [
    { type: "badge", recommended_badge_template_id: third, badge_template_ids: [first, second] },
    {
      type: "education",
      title: "Type on the web, a six-week course",
      description: "Reading, rhythm and white space, with a page of your own at the end.",
      activity_url: `${site}/courses/type`,
      badge_template_ids: [second],
    },
  ];
  for (const body of bodies) await createRecommendation(caller, RecommendationInput.parse(body));
}

const PARTNER_SITE = "https://tideline.example";

/**
 * Creates a second organization, which may issue one template of the first; the first may issue one of its templates.
 * Returns its caller and that template.
 */
export async function createPartner(
  caller: Caller,
  templateId: string,
): Promise<{ caller: Caller; templateId: string }> {
  const { caller: partner } = await setUpOrganization({
    name: "Tideline Foundation",
    adminEmail: "admin@tideline.example",
    organization: {
      primaryHexColor: "#24507a",
      websiteUrl: PARTNER_SITE,
      bio: "Teaches coasts, and the people on them.",
    },
  });
  const template = BadgeTemplateInput.parse({
    name: "Coast Guide",
    description: "Leads a group along the shore, and says what lives there and why.",
    skills: ["Ecology", "Guiding"],
    level: "Foundational",
    global_activity_url: PARTNER_SITE,
  });
  const { id } = await createTemplate(partner, await prepareTemplate(partner, template));
  const buildAuthorization = (issuerId: string, allowed: string) =>
    IssuerAuthorizationInput.parse({
      issuer_id: issuerId,
      display_issuer_as: "both",
      allowed_badge_templates: [allowed],
    });
  await authorizeIssuer(partner, buildAuthorization(caller.organizationId, id));
  await authorizeIssuer(caller, buildAuthorization(partner.organizationId, templateId));
  return { caller: partner, templateId: id };
}
