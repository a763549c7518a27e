import type { Caller } from "@/lib/access/callers/caller";
import { badRequest, unprocessable } from "@/lib/kernel/errors";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { END } from "./chain-reader";
import { exportLines } from "./export-lines";
import { countQueued, findChain, findChainedOrganizations, findHeadPage, findNewestHead } from "./queries";
import type { ChainState, ExportedPart, HeadRow } from "./serializer";
import { findExportStart } from "./verify-chain";

/** How many links one downloaded file has. */
const PART_SIZE = 20_000;

/** Returns the state of the organization's chain, with its newest signed head. */
export async function getAuditChain({ organizationId }: Pick<Caller, "organizationId">): Promise<ChainState> {
  const [chain, head, waiting] = await Promise.all([
    findChain(organizationId),
    findNewestHead(organizationId),
    countQueued(organizationId),
  ]);
  return { chain, head, waiting };
}

/** Lists the signed heads of the organization's chain, the newest first. */
export const listAuditHeads = ({ organizationId }: Caller, { page }: ListInput): Promise<Page<HeadRow>> =>
  findHeadPage(organizationId, page);

/** Lists the ids of the organizations that have audit entries. */
export const listChainedOrganizations = (): Promise<string[]> => findChainedOrganizations();

/** Gives the lines of an export that begins after a position. Throws 422 when there is no link at the position. */
export async function exportChain(
  organizationId: string,
  range: { after: number; until?: number },
): Promise<AsyncGenerator<string>> {
  const start = await findExportStart(organizationId, range.after);
  if (!start) throw unprocessable("no_such_position", "The chain does not have this position.");
  return exportLines(organizationId, { ...range, ...start });
}

/** Reads the position after which an export begins; 0 by default. Throws 400 for anything else. */
export function readExportQuery(query: URLSearchParams): number {
  const text = query.get("after") ?? "0";
  // A position beyond the end of any chain has its own message.
  if (/^\d+$/.test(text)) return Math.min(Number(text), END);
  throw badRequest("invalid_parameter", "after must be a position: a whole number from 0.");
}

/**
 * Exports the 20,000 links after a position with their entries and heads, in one text. Throws 422 when there is no link
 * at the position.
 */
export async function exportAuditChain({ organizationId }: Caller, after: number): Promise<ExportedPart> {
  const lines: string[] = [];
  for await (const line of await exportChain(organizationId, { after, until: after + PART_SIZE }))
    lines.push(line);
  return { organizationId, after, text: lines.join("") };
}

/** Lists the files in which the whole chain can be downloaded: the first and last position of each. */
export function listExportParts({ chain }: ChainState): { from: number; to: number }[] {
  if (!chain) return [];
  const { position, prunedPosition } = chain;
  const count = Math.ceil((position - prunedPosition) / PART_SIZE);
  return Array.from({ length: count }, (_part, index) => {
    const from = prunedPosition + index * PART_SIZE + 1;
    return { from, to: Math.min(from + PART_SIZE - 1, position) };
  });
}
