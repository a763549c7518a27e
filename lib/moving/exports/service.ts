import { createHash } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { KINDS } from "@/lib/moving/records/kinds";
import { FORMAT, type Footer, type Header } from "@/lib/moving/records/schema";
import { withRecords } from "./queries";

/** How many records of each kind were exported. */
export type ExportCounts = Record<string, number>;

/** Writes lines into a file, and computes the digest of all of them. */
function createLineWriter(file: FileHandle) {
  const hash = createHash("sha256");
  return {
    write: async (lines: string[]): Promise<void> => {
      const text = `${lines.join("\n")}\n`;
      hash.update(text);
      await file.appendFile(text);
    },
    digest: (): string => hash.copy().digest("hex"),
  };
}

async function writeExport(
  file: FileHandle,
  organizationId: string,
  report: (line: string) => void,
): Promise<ExportCounts> {
  const writer = createLineWriter(file);
  const counts: ExportCounts = {};
  const header: Header = {
    kind: "export",
    format: FORMAT,
    organization_id: organizationId,
    base_url: publicUrl("/"),
    exported_at: clock.now().toISOString(),
  };
  await writer.write([JSON.stringify(header)]);
  await withRecords(organizationId, async (read) => {
    for (const kind of KINDS) {
      let count = 0;
      for await (const lines of read(kind)) {
        await writer.write(lines);
        count += lines.length;
      }
      counts[kind.name] = count;
      if (count > 0) report(`${kind.name}: ${count}`);
    }
  });
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const footer: Footer = { kind: "end", records, sha256: writer.digest() };
  await writer.write([JSON.stringify(footer)]);
  return counts;
}

/**
 * Exports an organization into a file of one record a line (docs/operating/moving-out.md), as it is at one moment. Only
 * the account that runs this can read the file. An export that fails leaves an earlier file of that name as it was.
 */
export async function exportOrganization(
  organizationId: string,
  path: string,
  report: (line: string) => void,
): Promise<ExportCounts> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, "wx", 0o600);
  try {
    const counts = await writeExport(file, organizationId, report);
    await file.sync();
    await file.close();
    await rename(unfinished, path);
    return counts;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}
