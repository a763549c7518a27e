import { readdir, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Handler } from "@/lib/http/endpoint";
import { openApiDocument, type Operation } from "@/lib/http/openapi";

const folder = join(import.meta.dirname, "..", "app", "(api)");

async function operationsOf(directory: string): Promise<Operation[]> {
  const file = pathToFileURL(join(directory, "route.ts")).href;
  const handlers = (await import(file)) as Record<string, Partial<Handler>>;
  const pattern = `/${relative(folder, directory).split(sep).join("/")}`;
  return Object.entries(handlers).flatMap(([method, { spec }]) => (spec ? [{ method, pattern, spec }] : []));
}

/** Writes public/openapi.json from what the route files say of themselves. */
async function main(): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const directories = files.filter(({ name }) => name === "route.ts").map(({ parentPath }) => parentPath);
  const operations = await Promise.all(directories.map(operationsOf));
  const target = join(import.meta.dirname, "..", "public", "openapi.json");
  await writeFile(target, `${JSON.stringify(openApiDocument(operations.flat()), null, 2)}\n`);
}

await main();
