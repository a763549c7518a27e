import { clock } from "@/lib/kernel/clock";
import { unprocessable } from "@/lib/kernel/errors";
import { END, findHeadKeys, readChain } from "./chain-reader";
import { findLinkHash } from "./queries";
import { FIRST_HASH } from "./record";
import { ExportLine } from "./schema";
import { checkChain, type ChainItem, type CheckResult, type CheckStart } from "./verification";

type Header = Extract<ExportLine, { type: "audit-export" }>;

const encodeLine = (line: ExportLine): string => `${JSON.stringify(line)}\n`;

/** Exports the links after a position, with their entries and heads, as lines of JSON. */
export async function* exportLines(
  organizationId: string,
  { after, afterHash, until = END }: { after: number; afterHash: string; until?: number },
): AsyncGenerator<string> {
  let end = { position: after, hash: afterHash };
  yield encodeLine({
    type: "audit-export",
    version: 1,
    organization_id: organizationId,
    exported_at: clock.now().toISOString(),
    after_position: after,
    after_hash: afterHash,
    keys: await findHeadKeys(organizationId),
  });
  for await (const item of readChain({ organizationId, after, until })) {
    if ("link" in item) end = { position: item.link.position, hash: item.link.hash };
    yield encodeLine("link" in item ? { type: "link", ...item.link } : { type: "head", ...item.head });
  }
  yield encodeLine({ type: "end", ...end });
}

/** Returns the hash that the link of a position has; null for a link that was removed. */
export const hashAt = (organizationId: string, position: number): Promise<string | null> =>
  position === 0 ? Promise.resolve(FIRST_HASH) : findLinkHash(organizationId, position);

function parseLine(text: string, number: number): ExportLine {
  try {
    return ExportLine.parse(JSON.parse(text));
  } catch {
    throw unprocessable("invalid_export", `Line ${number} of the file is not a line of an audit export.`);
  }
}

/** Gives the links and heads of a file, and its last line to `onEnd`. Throws when the file goes on after its end. */
async function* toItems(
  lines: AsyncIterable<string>,
  onEnd: (end: Extract<ExportLine, { type: "end" }>) => void,
): AsyncGenerator<ChainItem> {
  let number = 1;
  let isEnded = false;
  for await (const text of lines) {
    number += 1;
    const line = parseLine(text, number);
    if (isEnded || line.type === "audit-export")
      throw unprocessable("invalid_export", `Line ${number} of the file does not belong there.`);
    if (line.type === "link") yield { link: toLink(line) };
    if (line.type === "head") yield { head: line };
    if (line.type === "end") {
      isEnded = true;
      onEnd(line);
    }
  }
}

const toLink = ({ type: _type, ...link }: Extract<ExportLine, { type: "link" }>) => link;

/** Reads the first line of a file. */
async function readHeader(lines: AsyncIterator<string>): Promise<Header> {
  const first = await lines.next();
  const line = first.done ? null : parseLine(first.value, 1);
  if (line?.type !== "audit-export")
    throw unprocessable("invalid_export", "The file is not an audit export: its first line is missing.");
  return line;
}

/** The check of a file, and the file's own end if it is complete. */
export type FileCheck = { header: Header; result: CheckResult };

/**
 * Checks the lines of an exported file. `readStart` says with which keys and since when entries must exist. A file that
 * ends before its last line is cut off. Throws 422 for another kind of file.
 */
export async function checkLines(
  lines: AsyncIterable<string>,
  readStart: (header: Header) => Promise<Omit<CheckStart, "organizationId" | "position" | "hash">>,
): Promise<FileCheck> {
  const iterator = lines[Symbol.asyncIterator]();
  const header = await readHeader(iterator);
  const rest = { [Symbol.asyncIterator]: () => iterator };
  let end: { position: number; hash: string } | null = null;
  const start = {
    organizationId: header.organization_id,
    position: header.after_position,
    hash: header.after_hash,
    ...(await readStart(header)),
  };
  const result = await checkChain(
    start,
    toItems(rest, (line) => {
      end = line;
    }),
  );
  if (result.finding) return { header, result };
  const { position, hash } = end ?? { position: -1, hash: "" };
  if (position === result.position && hash === result.hash) return { header, result };
  return { header, result: { ...result, finding: { position: result.position + 1, fault: "cut_end" } } };
}
