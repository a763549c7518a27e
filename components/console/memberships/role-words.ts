import type { MemberRoleName } from "@/lib/identity/memberships/schema";

type Words = { name: string; article: string; what: string };

/** The roles as people read them. */
export const ROLE_WORDS: Record<MemberRoleName, Words> = {
  administrator: {
    name: "Administrator",
    article: "an administrator",
    what: "May do everything: issue badges, connect programs, invite and remove members, change the settings.",
  },
  issuer: {
    name: "Issuer",
    article: "an issuer",
    what: "Makes badge templates, issues badges and looks after them. Sees no credentials, no members and no settings.",
  },
  viewer: {
    name: "Viewer",
    article: "a viewer",
    what: "Sees badge templates and issued badges, and changes nothing.",
  },
};
