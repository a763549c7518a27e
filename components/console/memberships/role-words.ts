import type { MemberRoleName } from "@/lib/identity/memberships/schema";

type Words = { name: string; article: string; what: string };

/** The names and descriptions of the roles. */
export const ROLE_WORDS: Record<MemberRoleName, Words> = {
  administrator: {
    name: "Administrator",
    article: "an administrator",
    what: "Full access. Can issue badges, connect programs, manage members and change settings.",
  },
  issuer: {
    name: "Issuer",
    article: "an issuer",
    what: "Can create badge templates, issue badges and manage them. Cannot see credentials, members or settings.",
  },
  viewer: {
    name: "Viewer",
    article: "a viewer",
    what: "Can view badge templates and issued badges, but not change anything.",
  },
};
