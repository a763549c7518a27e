import { decodeSegment } from "@/lib/kernel/path-segment";
import { toUuid } from "@/lib/moving/records/ids";
import type { KindName } from "@/lib/moving/records/schema";
import { templatePath } from "@/lib/credentials/public-pages/serializer";
import { readBadgePageStatus, readTemplatePageStatus } from "@/lib/credentials/public-pages/service";
import { findNewIds, findTemplateSlug, isIdTaken } from "./queries";

type RedirectedKind = Extract<KindName, "issued_badge" | "badge_template" | "organization">;

/**
 * Returns the id here of a record of another service. Null when it was not moved, when it was moved into several
 * organizations, when something here has its old id, and for a badge that is not shown.
 */
async function findNewId(kind: RedirectedKind, oldId: string): Promise<string | null> {
  const oldKey = toUuid(kind, oldId);
  const [found, other] = await findNewIds(kind, oldKey);
  if (found === undefined || other !== undefined) return null;
  if (found !== oldKey && (await isIdTaken(kind, oldKey))) return null;
  return kind === "issued_badge" && (await readBadgePageStatus(found)).kind === "unknown" ? null : found;
}

/** Returns the same, if it is another id. */
async function findOtherId(kind: RedirectedKind, oldId: string): Promise<string | null> {
  const found = await findNewId(kind, oldId);
  return found === oldId.toLowerCase() ? null : found;
}

/** Returns where the page of a badge is that had this id at another service. `root` is the path of such pages. */
export async function findMovedBadgePath(root: string, oldId: string): Promise<string | null> {
  const id = await findOtherId("issued_badge", decodeSegment(oldId));
  return id === null ? null : `${root}/${id}`;
}

/** Returns where the page of a template is that had this id at another service, in an organization of this address. */
export async function findMovedTemplatePath(slug: string, oldId: string): Promise<string | null> {
  const id = await findNewId("badge_template", decodeSegment(oldId));
  const owner = id === null ? null : await findTemplateSlug(id);
  if (id === null || owner === null) return null;
  const isSame = owner === decodeSegment(slug) && id === decodeSegment(oldId).toLowerCase();
  const isShown = !isSame && (await readTemplatePageStatus(owner, id)).kind !== "unknown";
  return isShown ? templatePath(owner, id) : null;
}

/** The kinds of the documents of Open Badges, by the folder of their address. */
const DOCUMENT_KINDS: Readonly<Record<string, RedirectedKind>> = {
  badge_assertions: "issued_badge",
  credentials: "issued_badge",
  badge_classes: "badge_template",
  issuers: "organization",
};
const DOCUMENT = /^((?:\/v1)?\/obi\/v[23]\/(\w+)\/)([^/.]+)(.*)$/;

/** Returns where a document of Open Badges is that had this path at another service of the same addresses. */
export async function findMovedDocumentPath(path: string): Promise<string | null> {
  const [, root = "", folder = "", oldId = "", rest = ""] = DOCUMENT.exec(path) ?? [];
  const kind = DOCUMENT_KINDS[folder];
  if (kind === undefined) return null;
  const id = await findOtherId(kind, decodeSegment(oldId));
  return id === null ? null : `${root}${id}${rest}`;
}
