import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { acceptUrlForIssuer } from "@/lib/badges/issued/serializer";
import type { Caller } from "@/lib/access/callers/caller";
import { findResultRows } from "./row-queries";
import type { ImportProblem } from "./schema";
import { importColumns } from "./serializer";
import { getImport } from "./service";

/** The columns added to those of the file. */
const RESULT_COLUMNS = ["result", "badge_id", "badge_url", "accept_badge_url", "problems"];

type Badge = Awaited<ReturnType<typeof findResultRows>>[number]["badge"];

/**
 * Returns the cells about the badge of a row: its id, its public page (404 until it is accepted), and the link to
 * accept it.
 */
const badgeCells = (badge: Badge, canAccept: boolean): string[] =>
  badge
    ? [badge.id, badgePageUrl(badge.id), (canAccept ? acceptUrlForIssuer(badge) : null) ?? ""]
    : ["", "", ""];

/** Converts a name to a file name that is valid on every system and in response headers. */
const toSafeFileName = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, "")
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);

/**
 * Returns the columns of the file, and next to them the result of the check or the run for each row, so that failed
 * rows can be corrected and uploaded again. As in responses to issuing, only a caller with write access sees the
 * links to accept the badges. Throws 404 for an unknown import.
 */
export async function getImportResult(caller: Caller, importId: string) {
  const found = await getImport(caller, importId);
  const headings = importColumns(found).map(({ name }) => name);
  const rows = await findResultRows(found);
  return {
    name: `${toSafeFileName(found.fileName) || "import"}-result`,
    headings: [...headings, ...RESULT_COLUMNS],
    rows: rows.map(({ cells, status, badge, problems }) => [
      ...headings.map((_, place) => cells[place] ?? ""),
      status,
      ...badgeCells(badge, caller.access.write),
      (problems as ImportProblem[]).map(({ message }) => message).join(" "),
    ]),
  };
}
