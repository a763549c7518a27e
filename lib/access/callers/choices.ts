/** The scopes of the specification, with its own descriptions. */
export const SCOPES = {
  authorization_tokens: "read, write, delete authorization tokens",
  badge_templates: "read, write, delete badge templates",
  events: "read webhook events of the organization",
  invitations: "read, invite, delete users of the organization",
  issued_badges: "read, issue, replace, revoke, delete issued badges",
  memberships: "read, write, delete the organization's memberships",
  oauth_applications: "read, write, delete OAuth applications",
  pathways: "read, write, delete pathways",
  recommendations: "read, write, delete recommendations",
  workforce: "read, write, delete employee records",
} as const;

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);

/** The roles of members, from the highest down. */
export const MEMBER_ROLES = ["administrator", "issuer", "viewer"] as const;
