import { createReadStream, existsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { ErasureReport } from "@/lib/oversight/erasures/report";
import { ErasureLine } from "@/lib/oversight/erasures/schema";
import {
  erasePerson,
  findPerson,
  getErasureReport,
  listErasures,
  previewErasure,
  repeatErasure,
  searchAddress,
} from "@/lib/oversight/erasures/service";
import { runAsJob } from "@/lib/kernel/db";
import { ApiError, unprocessable } from "@/lib/kernel/errors";
import type { ListResult } from "./list-result";

type Key = { user: string } | { email: string };

/** Says what an erasure would erase, and changes nothing. */
export const previewPerson = (key: Key): Promise<object> =>
  runAsJob(async () => ({
    changes: "none, this is a dry run",
    ...(await previewErasure(await findPerson(key))),
  }));

/** Erases a person and returns the report. */
export const erasePersonByKey = (key: Key): Promise<ErasureReport> =>
  runAsJob(async () => erasePerson(await findPerson(key), "operator"));

/** Lists where an address stands: the columns, and how many rows of each. */
export const searchPerson = (email: string): Promise<ListResult<{ column: string; rows: number }>> =>
  runAsJob(async () => {
    const items = Object.entries(await searchAddress(email)).map(([column, rows]) => ({ column, rows }));
    return { items, page: 1, total_pages: 1, total_count: items.length };
  });

export const showErasure = (id: string): Promise<ErasureReport> => getErasureReport(id);

function parseLine(text: string, number: number): ErasureLine {
  try {
    return ErasureLine.parse(JSON.parse(text));
  } catch {
    throw unprocessable("invalid_list", `Line ${number} is no line of a list of erasures.`);
  }
}

/** Reads a whole list, so that a wrong line is found before anything is erased or written. */
async function readErasures(path: string): Promise<ErasureLine[]> {
  const lines: ErasureLine[] = [];
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    if (text !== "") lines.push(parseLine(text, lines.length + 1));
  return lines;
}

/**
 * Writes the list of erasures into a file that only its owner can read, and that replaces an earlier list once it is
 * complete. Erasures of the earlier list that the database does not know stay in it: a restored backup is from before them.
 * The list has hashes instead of addresses. Throws 422, and changes nothing, when the file is no list.
 */
export async function saveErasures(path: string): Promise<{ file: string; erasures: number }> {
  const earlier = existsSync(path) ? await readErasures(path) : [];
  const byId = new Map([...earlier, ...(await listErasures())].map((line) => [line.id, line]));
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile([...byId.values()].map((line) => `${JSON.stringify(line)}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return { file: path, erasures: byId.size };
}

type Repetition = {
  repeated: string[];
  /** Erasures of which the database has no address: nobody came back, or with another address. */
  not_found: string[];
  known: number;
  refused: { id: string; reason: string }[];
};

/**
 * Repeats the erasures of a list that a restored backup undid, in their order. One that is refused, such as that of the last
 * administrator of an organization, does not keep the others from being repeated.
 */
export const repeatErasures = (path: string): Promise<Repetition> =>
  runAsJob(async () => {
    const lines = await readErasures(path);
    const result: Repetition = { repeated: [], not_found: [], known: 0, refused: [] };
    for (const line of lines) {
      try {
        const outcome = await repeatErasure(line);
        if (outcome === "known") result.known += 1;
        else result[outcome].push(line.id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        result.refused.push({ id: line.id, reason: error.message });
      }
    }
    return result;
  });
