import { acceptUrlForIssuer, badgePage } from "@/lib/badges/issued/serializer";
import type { Caller } from "@/lib/access/callers/caller";
import { findResultRows } from "./row-queries";
import type { ImportProblem } from "./schema";
import { columnsOf } from "./serializer";
import { getImport } from "./service";

/** The columns that are added to those of the file. */
const ADDED = ["result", "badge_id", "badge_url", "accept_badge_url", "problems"];

type Badge = Awaited<ReturnType<typeof findResultRows>>[number]["badge"];

/** The badge of a row: its id, its public page (404 until it is accepted), and the link to accept it. */
const badgeCells = (badge: Badge, mayAccept: boolean): string[] =>
  badge
    ? [badge.id, badgePage(badge.id), (mayAccept ? acceptUrlForIssuer(badge) : null) ?? ""]
    : ["", "", ""];

/** A file name that every system takes, for the header of an answer too. */
const safeName = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, "")
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);

/**
 * The columns of the file as they were, and beside them what the check or the run says of each row: so that the rows that
 * failed can be mended and sent again. Like the answer of issuing itself, only a caller who may write sees the links to
 * accept the badges. 404 unknown.
 */
export async function resultOfImport(caller: Caller, importId: string) {
  const found = await getImport(caller, importId);
  const headings = columnsOf(found).map(({ name }) => name);
  const rows = await findResultRows(found);
  return {
    name: `${safeName(found.fileName) || "import"}-result`,
    headings: [...headings, ...ADDED],
    rows: rows.map(({ cells, status, badge, problems }) => [
      ...headings.map((_, place) => cells[place] ?? ""),
      status,
      ...badgeCells(badge, caller.access.write),
      (problems as ImportProblem[]).map(({ message }) => message).join(" "),
    ]),
  };
}
