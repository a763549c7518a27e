import { own, type Kind } from "./kind";

/** People who have a badge of the organization, are employed by it, are members of it, or belong to its courses. */
const PEOPLE = `t.deleted_at IS NULL AND t.merged_into_id IS NULL AND t.id IN (
    SELECT user_id FROM issued_badges WHERE organization_id = $1 AND deleted_at IS NULL
    UNION SELECT user_id FROM employees WHERE organization_id = $1
    UNION SELECT user_id FROM memberships WHERE organization_id = $1
    UNION SELECT owner_id FROM learning_apps WHERE organization_id = $1
    UNION SELECT creator_id FROM learning_gradables WHERE organization_id = $1
    UNION SELECT user_id FROM learning_identities WHERE app_id IN (SELECT id FROM learning_apps WHERE organization_id = $1))`;

const DESIGN_IMAGES = `SELECT design FROM certificate_designs WHERE organization_id = $1
    UNION ALL SELECT design FROM template_certificate_designs WHERE organization_id = $1`;
const IMAGES = `t.id IN (
    SELECT unnest(ARRAY[photo_id, cover_id]) FROM organizations WHERE id = $1
    UNION SELECT image_id FROM badge_templates WHERE organization_id = $1
    UNION SELECT t.photo_id FROM users AS t WHERE ${PEOPLE}
    UNION SELECT (design ->> 'logo_id')::uuid FROM (${DESIGN_IMAGES}) AS d
    UNION SELECT (signature ->> 'image_id')::uuid FROM (${DESIGN_IMAGES}) AS d,
      jsonb_array_elements(design -> 'signatures') AS signature)`;

/** The kinds that describe the organization itself and its people. */
export const organizationKinds: Kind[] = [
  { ...own, name: "image", model: "Image", table: "images", where: IMAGES, organizationColumn: null },
  {
    ...own,
    name: "organization",
    model: "Organization",
    table: "organizations",
    where: "t.id = $1",
    organizationColumn: null,
    references: { photo_id: { kind: "image" }, cover_id: { kind: "image" } },
  },
  {
    ...own,
    name: "person",
    model: "User",
    table: "users",
    where: PEOPLE,
    organizationColumn: null,
    references: { photo_id: { kind: "image" } },
  },
  {
    ...own,
    name: "member",
    model: "Membership",
    table: "memberships",
    key: ["user_id"],
    isKeyedByOrganization: true,
    references: { user_id: { kind: "person" } },
    staysDeleted: true,
  },
  {
    ...own,
    name: "member_invitation",
    model: "MemberInvitation",
    table: "member_invitations",
    where: "t.organization_id = $1 AND t.accepted_at IS NULL AND t.withdrawn_at IS NULL",
    match: ["email"],
    references: { invited_by_id: { kind: "person", isLoose: true } },
    staysDeleted: true,
  },
  {
    ...own,
    name: "saved_view",
    model: "SavedView",
    table: "saved_views",
    references: { user_id: { kind: "person" } },
  },
  { ...own, name: "mail_design", model: "MailDesign", table: "mail_designs", key: ["organization_id"] },
  {
    ...own,
    name: "certificate_design",
    model: "CertificateDesign",
    table: "certificate_designs",
    key: ["organization_id"],
  },
  {
    ...own,
    name: "oauth_application",
    model: "OauthApplication",
    table: "oauth_applications",
    numbers: "new",
  },
];

/** A deleted badge that a rule issued is needed: the rule does not issue it again. */
const BADGE_OF_ORGANIZATION = `t.organization_id = $1 AND (t.deleted_at IS NULL
    OR EXISTS (SELECT FROM learning_awards WHERE learning_awards.badge_id = t.id))`;

const template = { badge_template_id: { kind: "badge_template" } } as const;

/** The kinds of badge templates and of what hangs on them. */
export const templateKinds: Kind[] = [
  {
    ...own,
    name: "badge_template",
    model: "BadgeTemplate",
    table: "badge_templates",
    references: { image_id: { kind: "image" } },
  },
  {
    ...own,
    name: "badge_template_activity",
    model: "BadgeTemplateActivity",
    table: "badge_template_activities",
    references: { ...template, required_badge_template_id: { kind: "badge_template" } },
  },
  {
    ...own,
    name: "template_certificate_design",
    model: "TemplateCertificateDesign",
    table: "template_certificate_designs",
    key: ["badge_template_id"],
    isKeyedByOrganization: true,
    references: template,
  },
  {
    ...own,
    name: "recommendation",
    model: "Recommendation",
    table: "recommendations",
    references: { recommended_badge_template_id: { kind: "badge_template" } },
  },
  {
    ...own,
    name: "badge_template_recommendation",
    model: "BadgeTemplateRecommendation",
    table: "badge_template_recommendations",
    key: ["badge_template_id", "recommendation_id"],
    references: { ...template, recommendation_id: { kind: "recommendation" } },
  },
  {
    ...own,
    name: "issuer_authorization",
    model: "IssuerAuthorization",
    table: "issuer_authorizations",
    where: "t.grantor_id = $1",
    organizationColumn: "grantor_id",
    references: { issuer_id: { kind: "organization", isForeign: true } },
  },
  {
    ...own,
    name: "issuer_authorization_template",
    model: "IssuerAuthorizationTemplate",
    table: "issuer_authorization_templates",
    where: "t.grantor_id = $1",
    organizationColumn: "grantor_id",
    key: ["issuer_authorization_id", "badge_template_id"],
    references: { ...template, issuer_authorization_id: { kind: "issuer_authorization" } },
  },
  {
    ...own,
    name: "endorsement",
    model: "Endorsement",
    table: "endorsements",
    references: {
      template_organization_id: { kind: "organization", isForeign: true },
      badge_template_id: { kind: "badge_template", isForeign: true },
    },
  },
];

/** The kinds of badges and employees. */
export const badgeKinds: Kind[] = [
  {
    ...own,
    name: "earner_group",
    model: "IssuerEarnerGroup",
    table: "issuer_earner_groups",
    match: ["external_id"],
  },
  {
    ...own,
    name: "issued_badge",
    model: "IssuedBadge",
    table: "issued_badges",
    where: BADGE_OF_ORGANIZATION,
    references: {
      template_organization_id: { kind: "organization", isForeign: true },
      badge_template_id: { kind: "badge_template", isForeign: true },
      user_id: { kind: "person" },
      issuer_earner_group_id: { kind: "earner_group" },
      replaces_badge_id: { kind: "issued_badge" },
      replacement_badge_id: { kind: "issued_badge" },
    },
  },
  {
    ...own,
    name: "engagement_count",
    model: "EngagementCount",
    table: "engagement_counts",
    key: ["badge_template_id", "day", "kind_of_engagement", "channel"],
    isKeyedByOrganization: true,
    columns: { kind_of_engagement: "kind" },
    references: { badge_template_id: { kind: "badge_template", isForeign: true } },
  },
  {
    ...own,
    name: "employee",
    model: "Employee",
    table: "employees",
    match: ["email"],
    references: { user_id: { kind: "person" } },
  },
  {
    ...own,
    name: "employment_history",
    model: "EmploymentHistory",
    table: "employment_histories",
    references: { employee_id: { kind: "employee" } },
  },
];
