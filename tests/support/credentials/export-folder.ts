import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { ExportSummary } from "@/lib/credentials/static-export/schema";
import { runAdmin, type Product } from "../platform/product";

/** Runs the operator's command on the data of a product. Returns its result. */
export async function runExport(
  { dataDir, env }: Pick<Product, "dataDir" | "env">,
  folder: string,
  ...options: string[]
): Promise<ExportSummary> {
  const args = ["export", "--static", folder, "--json", ...options];
  const { code, stdout, stderr } = await runAdmin(dataDir, args, { env });
  if (code !== 0) throw new Error(`The export ended with ${code}:\n${stdout}${stderr}`);
  return JSON.parse(stdout) as ExportSummary;
}

/** Lists the files that a web server serves, by their paths in the folder. */
export async function listServed(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".export"))
    .toSorted();
}

/** Reads all served files. */
export async function readServed(folder: string): Promise<Map<string, Buffer>> {
  const paths = await listServed(folder);
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}

/** Returns the digest of each served file. Comparing the bytes themselves would stop the test's process for a minute. */
export async function digestServed(folder: string): Promise<Map<string, string>> {
  const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
  return new Map([...(await readServed(folder))].map(([path, bytes]) => [path, digest(bytes)]));
}

/** Finds files of the whole folder, our own ones too, whose name or content has this text. */
export async function findText(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(
    paths.map(async (path) => path.includes(text) || (await readFile(path)).includes(text)),
  );
  return paths.filter((_path, index) => found[index]);
}
