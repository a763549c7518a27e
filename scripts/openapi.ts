import { readdir, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { openApiDocument, type Operation } from "@/lib/http/openapi/openapi";

const appFolder = join(import.meta.dirname, "..", "app");

type Handlers = Record<string, Partial<Pick<Operation, "spec">>>;

/** Returns the operations of the route file in `directory`, a folder of `folder`. */
async function readOperations(folder: string, directory: string): Promise<Operation[]> {
  const file = pathToFileURL(join(directory, "route.ts")).href;
  const handlers = (await import(file)) as Handlers;
  const pattern = `/${relative(folder, directory).split(sep).join("/")}`;
  return Object.entries(handlers).flatMap(([method, { spec }]) =>
    spec ? [{ method, pattern, spec } as Operation] : [],
  );
}

/** Returns the operations of all route files in a folder of app. Paths are relative to that folder. */
async function listFolderOperations(name: string): Promise<Operation[]> {
  const folder = join(appFolder, name);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const directories = files.filter((file) => file.name === "route.ts").map(({ parentPath }) => parentPath);
  return (await Promise.all(directories.map((directory) => readOperations(folder, directory)))).flat();
}

/** Writes public/openapi.json from the specifications in the route files. */
async function main(): Promise<void> {
  const operations = await Promise.all(["(api)", "(learning)"].map(listFolderOperations));
  const target = join(import.meta.dirname, "..", "public", "openapi.json");
  await writeFile(target, `${JSON.stringify(openApiDocument(operations.flat()), null, 2)}\n`);
}

await main();
