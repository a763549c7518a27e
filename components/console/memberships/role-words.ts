import type { MemberRoleName } from "@/lib/accounts/memberships/schema";

type RoleText = { name: string; nameWithArticle: string; description: string };

/** The names and descriptions of the roles. */
export const ROLE_TEXTS: Record<MemberRoleName, RoleText> = {
  administrator: {
    name: "Administrator",
    nameWithArticle: "an administrator",
    description: "Full access. Can issue badges, connect programs, manage members and change settings.",
  },
  issuer: {
    name: "Issuer",
    nameWithArticle: "an issuer",
    description:
      "Can create badge templates, issue badges and manage them. Cannot see credentials, members or settings.",
  },
  viewer: {
    name: "Viewer",
    nameWithArticle: "a viewer",
    description: "Can view badge templates and issued badges, but not change anything.",
  },
};
