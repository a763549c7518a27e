import type { ListInput } from "@/lib/kernel/list/list-input";
import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { requireSameMode } from "@/lib/organizations/profile/mode";
import {
  countActiveTemplates,
  deleteAuthorization,
  filters,
  findAuthorization,
  findAuthorizationId,
  findGrantor,
  findGrantorPage,
  findIssuerPage,
  findOrganizationId,
  findTemplateIds,
  insertAuthorization,
  lockAuthorization,
  replaceAllowedTemplates,
  saveAuthorization,
  sorts,
} from "./queries";
import type { IssuerAuthorizationChange, IssuerAuthorizationInput } from "./schema";
import { presentAuthorization, type AuthorizationWithCounts, type GrantorWithCounts } from "./serializer";

export const issuerListKeys = listKeys(filters("issuer"), sorts("issuer"));
export const grantorListKeys = listKeys(filters("grantor"), sorts("grantor"));

/** Parses the filter, order and page of a list: newest first unless sorted. */
const parseListInput = (side: "issuer" | "grantor", input: ListInput) =>
  [
    parseFilter(input.filter, filters(side)),
    parseSort(input.sort, sorts(side), [{ createdAt: "desc" }]),
    input.page,
  ] as const;

/** Adds the numbers of templates of all organizations in the rows, with one query for a page. */
async function withTemplateCounts<Row extends { grantorId: string; issuerId?: string }>(rows: Row[]) {
  const ids = new Set(
    rows.flatMap(({ grantorId, issuerId }) => [grantorId, ...(issuerId ? [issuerId] : [])]),
  );
  const templateCounts = ids.size > 0 ? await countActiveTemplates([...ids]) : new Map<string, number>();
  return rows.map((row) => ({ ...row, templateCounts }));
}

/** Lists the organizations that may issue on behalf of this one. */
export async function listIssuers(caller: Caller, input: ListInput): Promise<Page<AuthorizationWithCounts>> {
  const page = await findIssuerPage(caller.organizationId, ...parseListInput("issuer", input));
  return { ...page, rows: await withTemplateCounts(page.rows) };
}

/** Lists the organizations that added this one as an issuer. */
export async function listGrantors(caller: Caller, input: ListInput): Promise<Page<GrantorWithCounts>> {
  const page = await findGrantorPage(caller.organizationId, ...parseListInput("grantor", input));
  return { ...page, rows: await withTemplateCounts(page.rows) };
}

/** Returns one organization that added this one as an issuer. Throws 404 when it has no such record. */
export async function getGrantor(caller: Caller, grantorId: string): Promise<GrantorWithCounts> {
  const row = await findGrantor(caller.organizationId, grantorId);
  const [counted] = await withTemplateCounts(row ? [row] : []);
  if (!counted) throw notFound();
  return counted;
}

/** Returns the organization of a grantor record of the caller. Throws 404 when it has none with this id. */
export async function getGrantorOrganizationId(caller: Caller, id: string): Promise<string> {
  const row = await findGrantor(caller.organizationId, id);
  if (!row) throw notFound();
  return row.grantorId;
}

/** Returns the id of the organization that a body names by id or slug. */
async function getIssuerOrganizationId(caller: Caller, body: IssuerAuthorizationInput): Promise<string> {
  const { issuer_id: id, issuer_vanity_slug: slug } = body;
  const field = id === undefined && slug !== undefined ? "issuer_vanity_slug" : "issuer_id";
  const idOrSlug = id ?? slug;
  if (idOrSlug === undefined)
    throw invalidField(field, "required", "issuer_id or issuer_vanity_slug is required.");
  const issuerId = await findOrganizationId(id === undefined ? { vanitySlug: idOrSlug } : { id });
  if (issuerId === null) throw invalidField(field, "not_found", `There is no organization ${idOrSlug}.`);
  if (issuerId === caller.organizationId) {
    throw invalidField(
      field,
      "own_organization",
      "This is your own organization. It can already issue its own badges.",
    );
  }
  return issuerId;
}

async function requireOwnTemplates(caller: Caller, ids: string[]): Promise<void> {
  const known = ids.length > 0 ? await findTemplateIds(caller.organizationId, ids) : new Set<string>();
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw invalidField("allowed_badge_templates", "not_found", `There is no badge template ${unknown} here.`);
}

async function getAuthorization(caller: Caller, id: string): Promise<AuthorizationWithCounts> {
  const row = await findAuthorization(caller.organizationId, id);
  const [counted] = await withTemplateCounts(row ? [row] : []);
  if (!counted) throw notFound();
  return counted;
}

/**
 * Returns one organization that may issue on behalf of this one, by the authorization's id or the organization's.
 * Throws 404 otherwise.
 */
export async function getIssuer(caller: Caller, issuerId: string): Promise<AuthorizationWithCounts> {
  const id = await findAuthorizationId(caller.organizationId, issuerId);
  if (id === null) throw notFound();
  return getAuthorization(caller, id);
}

/**
 * Lets another organization issue this one's templates: all of them, or with `restrict_by_badge_templates` the
 * allowed ones. Naming templates restricts unless the body says false, so that a list always has an effect. Throws
 * 422 for the caller's own organization, an unknown one, one that is already authorized, or another organization's
 * template.
 */
export async function authorizeIssuer(
  caller: Caller,
  body: IssuerAuthorizationInput,
): Promise<AuthorizationWithCounts> {
  const allowed = [...new Set(body.allowed_badge_templates ?? [])];
  const issuerId = await getIssuerOrganizationId(caller, body);
  await requireSameMode(caller.organizationId, issuerId);
  await requireOwnTemplates(caller, allowed);
  const data = {
    id: newId(),
    grantorId: caller.organizationId,
    issuerId,
    authorizationType: body.authorization_type ?? "platform",
    displayIssuerAs: body.display_issuer_as ?? "grantor",
    restrictByBadgeTemplates: body.restrict_by_badge_templates ?? allowed.length > 0,
    createdAt: clock.now(),
  };
  return withAuditEntry(caller, "issuer.create", data.id, async () => {
    if (!(await insertAuthorization(data, allowed))) {
      throw invalidField(
        body.issuer_id === undefined ? "issuer_vanity_slug" : "issuer_id",
        "already_authorized",
        "This organization is already an authorized issuer.",
      );
    }
    return getAuthorization(caller, data.id);
  });
}

/**
 * Changes how an authorized organization issues. Omitted fields stay, and naming templates restricts as for a new
 * one. Badges already issued keep the issuer that they name. The path names it as for `withdrawIssuer`. Throws 404
 * when there is none, 422 for another organization's template.
 */
export async function changeIssuer(
  caller: Caller,
  issuerId: string,
  body: IssuerAuthorizationChange,
): Promise<AuthorizationWithCounts> {
  const allowed = body.allowed_badge_templates && [...new Set(body.allowed_badge_templates)];
  await requireOwnTemplates(caller, allowed ?? []);
  const isRestricted = body.restrict_by_badge_templates ?? (allowed && allowed.length > 0 ? true : undefined);
  const { organizationId } = caller;
  return withAuditEntry(
    caller,
    "issuer.update",
    ({ id }) => id,
    async (noteChanges) => {
      const id = await lockAuthorization(organizationId, issuerId);
      if (id === null) throw notFound();
      const before = await getAuthorization(caller, id);
      await saveAuthorization(organizationId, id, {
        ...(body.authorization_type === undefined ? {} : { authorizationType: body.authorization_type }),
        ...(body.display_issuer_as === undefined ? {} : { displayIssuerAs: body.display_issuer_as }),
        ...(isRestricted === undefined ? {} : { restrictByBadgeTemplates: isRestricted }),
      });
      if (allowed) await replaceAllowedTemplates(organizationId, id, allowed);
      const after = await getAuthorization(caller, id);
      const ignored = ["updated_at"];
      noteChanges(listChanges(presentAuthorization(before), presentAuthorization(after), { ignored }));
      return after;
    },
  );
}

/**
 * Removes an organization from the authorized issuers. The path contains the authorization's id or the issuer's (the
 * specification does not say which). Badges already issued stay; later ones are refused. Throws 404 when it is not an
 * authorized issuer.
 */
export async function withdrawIssuer(caller: Caller, issuerId: string): Promise<void> {
  await withAuditEntry(
    caller,
    "issuer.delete",
    (id) => id,
    async () => {
      const id = await deleteAuthorization(caller.organizationId, issuerId);
      if (id === null) throw notFound();
      return id;
    },
  );
}
