import { findTokenRights } from "@/lib/applications/authorization-tokens/service";
import type { Access, Author } from "@/lib/access/callers/caller";
import { ALL_RIGHTS, allows, covers, type Rights } from "@/lib/access/callers/rights";
import type { Scope } from "@/lib/access/callers/choices";
import { findApplicationRights } from "@/lib/applications/oauth-applications/service";
import { findPerson } from "@/lib/identity/users/service";
import { buildMemberCaller } from "@/lib/accounts/sessions/session";

const findMemberRights = async (organizationId: string, userId: string): Promise<Rights | null> => {
  const person = await findPerson(userId);
  return person && buildMemberCaller(person, organizationId);
};

/** Finds the current rights of the author of background work. Null for authors who cannot start such work. */
function findAuthorRights({ organizationId, actor }: Author): Promise<Rights | null> {
  switch (actor.type) {
    case "User":
      return findMemberRights(organizationId, actor.id);
    case "AuthorizationToken":
      return findTokenRights(organizationId, actor.id);
    case "OAuthApplication":
      return findApplicationRights(organizationId, Number(actor.id));
    case "LearningToken":
    case "LearningApp":
    case "WalletApplication":
    case "System":
      return Promise.resolve(null);
  }
}

/**
 * Checks whether the author of background work may still do it: a member with such a role, or a token or an
 * application with these rights.
 */
export async function isStillAllowed(author: Author, scope: Scope, kind: keyof Access): Promise<boolean> {
  const rights = await findAuthorRights(author);
  return rights !== null && allows(rights, scope, kind);
}

/** Checks whether the author of background work has all rights: an administrator, or a credential without limits. */
export async function hasAllRights(author: Author): Promise<boolean> {
  const rights = await findAuthorRights(author);
  return rights !== null && covers(rights, ALL_RIGHTS);
}
