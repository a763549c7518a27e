import { createTemplate, prepareTemplate } from "@/lib/badges/templates/create";
import { BadgeTemplateInput } from "@/lib/badges/templates/schema";
import { issueBadge } from "@/lib/badges/issued/issue";
import { IssueInput } from "@/lib/badges/issued/schema";
import { acceptBadge } from "@/lib/badges/issued/service";
import type { Caller, Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { permitWaits } from "@/lib/kernel/waits";
import { isFirstStart } from "@/lib/organizations/profile/service";
import { managePartitions } from "@/lib/operations/retention/partitions";
import { DEMONSTRATION_DOMAINS } from "./demonstration-queries";
import { setUpOrganization, type NewOrganization } from "./service";
import { changePassword, updateMe } from "@/lib/accounts/accounts/service";
import { ExternalBadgeInput } from "@/lib/credentials/external-badges/schema";
import { addExternalBadge, readExternalBadge } from "@/lib/credentials/external-badges/service";
import { newId } from "@/lib/kernel/ids";
import { joinNames } from "@/lib/kernel/names";
import { findAddressOwner } from "@/lib/identity/users/service";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import { EmployeeInput } from "@/lib/workforce/employees/schema";
import { createEmployee } from "@/lib/workforce/employees/service";
import { IssuerAuthorizationInput } from "@/lib/organizations/issuers/schema";
import { authorizeIssuer } from "@/lib/organizations/issuers/service";
import { RecommendationInput } from "@/lib/badges/recommendations/schema";
import { createRecommendation } from "@/lib/badges/recommendations/service";

type FullName = readonly [first: string, last: string];

const POSITIONS = ["Studio lead", "Instructor", "Instructor", "Course designer", "Mentor", "Librarian"];
const CONNECTED = 2;

/** Creates employees. Those with an account are asked to connect, and the first of them accept. */
async function createEmployees(caller: Caller, people: readonly FullName[], domain: string): Promise<void> {
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
async function createRecommendations(
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

const [DOMAIN, PARTNER_DOMAIN] = DEMONSTRATION_DOMAINS;
const SITE = `https://${DOMAIN}`;
const PARTNER_SITE = `https://${PARTNER_DOMAIN}`;

/**
 * Creates a second organization, which may issue one template of the first; the first may issue one of its templates.
 * Returns its caller and that template.
 */
async function createPartner(
  caller: Caller,
  templateId: string,
): Promise<{ caller: Caller; templateId: string }> {
  const { caller: partner } = await setUpOrganization({
    name: "Tideline Foundation",
    adminEmail: `admin@${PARTNER_DOMAIN}`,
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

const DAY_MS = 24 * 3_600_000;

const dayFromNow = (days: number): string => new Date(clock.now().getTime() + days * DAY_MS).toISOString();

type Person = { first: string; last: string; email: string };
type BadgeToIssue = { caller: Caller; templateId: string; changes?: Record<string, unknown> };

async function issueTo(person: Person, { caller, templateId, changes = {} }: BadgeToIssue): Promise<string> {
  const body = IssueInput.parse({
    recipient_email: person.email,
    issued_to_first_name: person.first,
    issued_to_last_name: person.last,
    badge_template_id: templateId,
    issued_at: clock.now().toISOString(),
    suppress_badge_notification_email: true,
    ...changes,
  });
  return (await issueBadge(caller, body)).id;
}

const acceptIssuedBadge = (id: string, isPrivate: boolean) =>
  acceptBadge(id, { token: createPurposeToken("accept-badge-mailed", id), private: isPrivate });

/**
 * Fills the wallet of a person who already has a badge with an expired badge, a private badge of another organization,
 * a pending badge and a badge of another service, introduces the person, and sets the account's password.
 */
async function fillWallet(
  person: Person,
  password: string,
  badges: { expired: BadgeToIssue; private: BadgeToIssue; pending: BadgeToIssue },
): Promise<void> {
  const past = { issued_at: dayFromNow(-420), expires_at: dayFromNow(-55) };
  await acceptIssuedBadge(await issueTo(person, { ...badges.expired, changes: past }), false);
  await acceptIssuedBadge(
    await issueTo(person, { ...badges.private, changes: { issued_at: dayFromNow(-90) } }),
    true,
  );
  await issueTo(person, badges.pending);
  const userId = (await findAddressOwner(person.email)) ?? "";
  const actor = { type: "User" as const, id: userId, name: joinNames(person.first, person.last) };
  const session = {
    id: newId(),
    provedAt: clock.now(),
    hasSecondFactor: false,
    factorOrganizationId: null,
    provider: null,
  };
  const earner: Earner = { userId, actor, session };
  const body = ExternalBadgeInput.parse({
    badge: {
      badge_name: "First Aid",
      issuer_name: "Harbor Red Cross",
      badge_description: "Knows what to do until help comes.",
      issued_at_date: dayFromNow(-200).slice(0, 10),
      skills: ["First aid"],
    },
  });
  await addExternalBadge(earner, await readExternalBadge(earner, body));
  await updateMe(earner, {
    headline: "Marine biologist who teaches the coast to people who live on it",
    bio: "I count what lives between the tides, and show others how.\n\nAsk me about limpets, knots and first aid at sea.",
  });
  await changePassword(earner, { password });
}

const TEMPLATES = [
  {
    name: "Data Storytelling",
    description: "Turns a messy table into one clear picture and says what it means, in front of people.",
    skills: ["Data Visualization", "Presenting", "Statistics"],
    level: "Intermediate",
    design: { shape: "circle", color: "#1f5f5b", icon: "chart-line", pattern: "ripples" },
    badge_template_activities: [
      { title: "Finish the studio course", activity_type: "Course", activity_url: `${SITE}/storytelling` },
      { title: "Present a finding to the class", activity_type: "Assessment" },
    ],
  },
  {
    name: "Accessible Web Design",
    description:
      "Builds pages that everyone can use: by keyboard, by ear, on a small screen, with tired eyes.",
    skills: ["Accessibility", "HTML", "User Research"],
    level: "Foundational",
    design: {
      shape: "hexagon",
      finish: "paper",
      color: "#b4540a",
      icon: "accessibility",
      ribbon: "Foundational",
    },
    badge_template_activities: [{ title: "Audit and mend a real site", activity_type: "Assessment" }],
  },
  {
    name: "Mentor",
    description: "Led at least three learners from their first day to their first badge.",
    skills: ["Coaching", "Feedback"],
    level: "Advanced",
    design: {
      shape: "shield",
      finish: "dark",
      pattern: "barleycorn",
      color: "#1e3a5f",
      accent: "#d4a017",
      icon: "heart-handshake",
      ribbon: "One year",
    },
    default_expires_after: "P2Y",
    badge_template_activities: [{ title: "A year of mentoring", activity_type: "Professional Experience" }],
  },
];

const PEOPLE = [
  ["Ada", "Okafor"],
  ["Bruno", "Silva"],
  ["Chiyo", "Tanaka"],
  ["Dorothea", "Weiss"],
  ["Emil", "Lindqvist"],
  ["Farah", "Haddad"],
] as const;

const ACCEPTED = 4;

/** The person whose wallet has a badge of every kind. */
const EARNER = { first: "Chiyo", last: "Tanaka", email: `chiyo.tanaka@${DOMAIN}` };

async function createTemplates(caller: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (const template of TEMPLATES) {
    const body = BadgeTemplateInput.parse({ ...template, global_activity_url: SITE });
    ids.push((await createTemplate(caller, await prepareTemplate(caller, body))).id);
  }
  return ids;
}

async function issueToPeople(caller: Caller, templateIds: string[]): Promise<void> {
  for (const [index, [first, last]] of PEOPLE.entries()) {
    const body = IssueInput.parse({
      recipient_email: `${first}.${last}@${DOMAIN}`,
      issued_to_first_name: first,
      issued_to_last_name: last,
      badge_template_id: templateIds[index % templateIds.length],
      issued_at: clock.now().toISOString(),
      suppress_badge_notification_email: true,
    });
    const badge = await issueBadge(caller, body);
    if (index >= ACCEPTED) continue;
    const token = createPurposeToken("accept-badge-mailed", badge.id);
    await acceptBadge(badge.id, { token });
  }
}

const buildCurlCommand = (made: NewOrganization, templateId: string): string =>
  [
    `curl -u ${made.authorization_token}: ${env().APP_URL}/v1/organizations/${made.organization_id}/badges`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({
      badge_template_id: templateId,
      recipient_email: "you@example.com",
      issued_to_first_name: "Grace",
      issued_to_last_name: "Hopper",
      issued_at: clock.now().toISOString(),
    })}'`,
  ].join(" ");

/**
 * A transaction may take longer here than in a request, because a slow machine needs time to draw the badges and hash
 * the passwords.
 */
const TRANSACTION_LIMIT_MS = 600_000;

/**
 * Creates a demonstration organization with templates, people and badges on the first start, and returns the text to
 * print to the terminal; null on later starts, and while another machine creates it.
 */
export async function createDemonstrationOnce(): Promise<string | null> {
  // The hourly job cannot create them while the transaction below writes events, and would try again in an hour.
  await managePartitions();
  return transaction(
    async () => ((await isFirstStart()) ? permitWaits(createDemonstration) : null),
    TRANSACTION_LIMIT_MS,
  );
}

async function createDemonstration(): Promise<string> {
  const { made, caller } = await setUpOrganization({
    name: "Lumen Academy",
    adminEmail: `admin@${DOMAIN}`,
    administrator: { firstName: "Maya", lastName: "Lindgren" },
    organization: {
      primaryHexColor: "#1f5f5b",
      websiteUrl: SITE,
      bio: "A school for people who make things on the web.",
    },
  });
  const templateIds = await createTemplates(caller);
  await issueToPeople(caller, templateIds);
  await createEmployees(caller, PEOPLE, DOMAIN);
  await createRecommendations(caller, templateIds, SITE);
  const [first = "", second = ""] = templateIds;
  const partner = await createPartner(caller, second);
  await fillWallet(EARNER, made.admin_password, {
    expired: { caller, templateId: first },
    private: partner,
    pending: { caller, templateId: second },
  });
  return `
A demonstration organization, Lumen Academy, was created for you to try. This is shown only once:

  Sign in at   ${env().APP_URL}/sign-in
  as           ${made.admin_email}
  password     ${made.admin_password}
  token        ${made.authorization_token}

To see an earner’s wallet, sign in as ${EARNER.email} with the same password.

Issue a badge over the API:

  ${buildCurlCommand(made, templateIds[0] ?? "")}
`;
}
