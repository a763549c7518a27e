import { audited } from "@/lib/audit/service";
import type { Caller } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parsePage, type Page } from "@/lib/kernel/list/page";
import {
  countActiveTemplates,
  deleteAuthorization,
  findAuthorization,
  findGrantorId,
  findGrantorPage,
  findIssuerPage,
  findTemplateIds,
  insertAuthorization,
  organizationExists,
} from "./queries";
import type { IssuerAuthorizationInput } from "./schema";
import type { CountedAuthorization, CountedGrantor } from "./serializer";

type ListInput = { query: URLSearchParams };
type Target = { params: Record<string, string> };

/** The rows with the numbers of templates of all organizations that they name: one query for a page. */
async function withCounts<Row extends { grantorId: string; issuerId?: string }>(rows: Row[]) {
  const ids = new Set(
    rows.flatMap(({ grantorId, issuerId }) => [grantorId, ...(issuerId ? [issuerId] : [])]),
  );
  const templateCounts = ids.size > 0 ? await countActiveTemplates([...ids]) : new Map<string, number>();
  return rows.map((row) => ({ ...row, templateCounts }));
}

/** The organizations that may issue on behalf of this one, newest first. */
export async function listIssuers(caller: Caller, { query }: ListInput): Promise<Page<CountedAuthorization>> {
  const page = await findIssuerPage(caller.organizationId, parsePage(query));
  return { ...page, rows: await withCounts(page.rows) };
}

/** The organizations that added this one as an issuer, newest first. */
export async function listGrantors(caller: Caller, { query }: ListInput): Promise<Page<CountedGrantor>> {
  const page = await findGrantorPage(caller.organizationId, parsePage(query));
  return { ...page, rows: await withCounts(page.rows) };
}

/** The organization behind a grantor record of the caller; 404 when it has none with this id. */
export async function grantorOf(caller: Caller, id: string): Promise<string> {
  const row = await findGrantorId(caller.organizationId, id);
  if (!row) throw notFound();
  return row.grantorId;
}

async function checkIssuer(caller: Caller, issuerId: string): Promise<void> {
  if (issuerId === caller.organizationId) {
    throw invalidField("issuer_id", "own_organization", "An organization issues its own badges anyway.");
  }
  if (await organizationExists(issuerId)) return;
  throw invalidField("issuer_id", "not_found", `There is no organization ${issuerId}.`);
}

async function checkTemplates(caller: Caller, ids: string[]): Promise<void> {
  const known = ids.length > 0 ? await findTemplateIds(caller.organizationId, ids) : new Set<string>();
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw invalidField("allowed_badge_templates", "not_found", `There is no badge template ${unknown} here.`);
}

/**
 * Lets another organization issue this one's templates: all of them, or with `restrict_by_badge_templates` the
 * allowed ones (naming some restricts unless the body says false, so that a list is never without effect by
 * oversight). 422 for oneself, an unknown organization, one that is authorized already, or a foreign template.
 */
export async function authorizeIssuer(
  caller: Caller,
  { body }: { body: IssuerAuthorizationInput },
): Promise<CountedAuthorization> {
  const allowed = [...new Set(body.allowed_badge_templates ?? [])];
  await checkIssuer(caller, body.issuer_id);
  await checkTemplates(caller, allowed);
  const data = {
    id: newId(),
    grantorId: caller.organizationId,
    issuerId: body.issuer_id,
    authorizationType: body.authorization_type ?? "platform",
    displayIssuerAs: body.display_issuer_as ?? "grantor",
    restrictByBadgeTemplates: body.restrict_by_badge_templates ?? allowed.length > 0,
    createdAt: clock.now(),
  };
  return audited(caller, "issuer.create", data.id, async () => {
    if (!(await insertAuthorization(data, allowed))) {
      throw invalidField(
        "issuer_id",
        "already_authorized",
        "This organization is an authorized issuer already.",
      );
    }
    const row = await findAuthorization(caller.organizationId, data.id);
    const [counted] = await withCounts(row ? [row] : []);
    if (!counted) throw notFound();
    return counted;
  });
}

/**
 * Removes an organization from the authorized issuers; 404 when it is none. The path names the authorization's id or
 * the issuer's (the specification leaves it open). What was issued stays; what is issued from now on is refused.
 */
export async function withdrawIssuer(caller: Caller, { params }: Target): Promise<void> {
  await audited(
    caller,
    "issuer.delete",
    (id) => id,
    async () => {
      const id = await deleteAuthorization(caller.organizationId, params.issuer_id ?? "");
      if (id === null) throw notFound();
      return id;
    },
  );
}
