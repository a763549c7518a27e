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
