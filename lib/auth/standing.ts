import { tokenAccess } from "@/lib/authorization-tokens/service";
import type { Access, Author } from "@/lib/kernel/caller";
import type { Scope } from "@/lib/kernel/scopes";
import { isApplicationOf } from "@/lib/oauth-applications/service";
import { personOf } from "@/lib/users/service";
import { memberCaller } from "./session";

async function memberMay(organizationId: string, userId: string, scope: Scope, kind: keyof Access) {
  const person = await personOf(userId);
  const caller = person && memberCaller(person, organizationId);
  return caller ? caller.access[kind] && (caller.scopes === "all" || caller.scopes.has(scope)) : false;
}

/**
 * Whether whoever asked for work that goes on without them may still do it: a member with such a role, a token that has
 * the permission and did not expire, an application that is there. Nobody else starts such work.
 */
export async function mayStill(
  { organizationId, actor }: Author,
  scope: Scope,
  kind: keyof Access,
): Promise<boolean> {
  switch (actor.type) {
    case "User":
      return memberMay(organizationId, actor.id, scope, kind);
    case "AuthorizationToken":
      return (await tokenAccess(organizationId, actor.id))?.[kind] ?? false;
    case "OAuthApplication":
      return isApplicationOf(organizationId, actor.id);
    case "LearningToken":
    case "LearningApp":
    case "System":
      return false;
  }
}
