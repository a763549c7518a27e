import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { writeRecordFile } from "@/lib/moving/records/file-writer";
import { KINDS } from "@/lib/moving/records/kinds";
import { FORMAT, type Header } from "@/lib/moving/records/schema";
import { withRecords } from "./queries";

/** How many records of each kind were exported. */
export type ExportCounts = Record<string, number>;

/**
 * Exports an organization into a file of one record a line (docs/operating/moving-out.md), as it is at one moment. Only
 * the account that runs this can read the file. An export that fails leaves an earlier file of that name as it was.
 */
export async function exportOrganization(
  organizationId: string,
  path: string,
  report: (line: string) => void,
): Promise<ExportCounts> {
  const header: Header = {
    kind: "export",
    format: FORMAT,
    organization_id: organizationId,
    base_url: publicUrl("/"),
    exported_at: clock.now().toISOString(),
  };
  const counts: ExportCounts = {};
  await writeRecordFile(path, header, (write) =>
    withRecords(organizationId, async (read) => {
      for (const kind of KINDS) {
        let count = 0;
        for await (const lines of read(kind)) {
          await write(lines);
          count += lines.length;
        }
        counts[kind.name] = count;
        if (count > 0) report(`${kind.name}: ${count}`);
      }
    }),
  );
  return counts;
}
