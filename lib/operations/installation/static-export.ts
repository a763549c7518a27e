import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ExportFolder } from "@/lib/credentials/static-export/folder";
import { exportPublicFiles } from "@/lib/credentials/static-export/service";
import type { ExportSummary } from "@/lib/credentials/static-export/schema";
import { runAsJob } from "@/lib/kernel/db";
import { publicUrl } from "@/lib/kernel/env";
import { startAnonymousServer } from "./anonymous-server";
import { buildIfNeeded } from "./build";

const printProgress = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Exports what anyone can read of the service into a folder (decision 0102). The pages and documents are those of a server
 * process of its own, so the service may run or not.
 */
export async function exportStatic(
  directory: string,
  { isFull }: { isFull: boolean },
): Promise<ExportSummary> {
  const { origin, host } = new URL(publicUrl("/"));
  const folder = await ExportFolder.open(directory, origin);
  try {
    await buildIfNeeded({ announce: () => printProgress("Building (about a minute) …") });
    const build = await readFile(join(".next", "BUILD_ID"), "utf8");
    const { read, stop } = await startAnonymousServer(host);
    try {
      return await runAsJob(() =>
        exportPublicFiles({ folder, origin, build, isFull, read, report: printProgress }),
      );
    } finally {
      await stop();
    }
  } finally {
    await folder.close();
  }
}
