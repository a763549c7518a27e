import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTypes, { astToString, type OpenAPI3 } from "openapi-typescript";

type Operation = { security?: Record<string, unknown>[] };
type Item = Record<string, Operation>;
type Schemas = Record<string, Record<string, unknown>>;
type Document = { paths: Record<string, Item>; components: Schemas };

const DOCUMENT = join(import.meta.dirname, "..", "public", "openapi.json");
const TARGET = join(import.meta.dirname, "src", "openapi.ts");

const CREDENTIALS = ["authorizationToken", "oauth"];
const TOKEN_ENDPOINT = "/oauth/token";

/** Whether programs may call it: with an authorization token or an access token, or to get an access token. */
const isForPrograms = (path: string, { security = [] }: Operation): boolean =>
  path === TOKEN_ENDPOINT || security.some((one) => CREDENTIALS.some((name) => name in one));

function selectPaths(paths: Document["paths"]): Document["paths"] {
  const selected = Object.entries(paths).map(([path, item]): [string, Item] => [
    path,
    Object.fromEntries(Object.entries(item).filter(([, operation]) => isForPrograms(path, operation))),
  ]);
  return Object.fromEntries(selected.filter(([, item]) => Object.keys(item).length > 0));
}

const listReferences = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/(\w+\/[^"/]+)"/g)].map(([, name = ""]) => name);

/** Keeps the components that the paths refer to, directly or through others. */
function selectComponents(paths: Document["paths"], components: Schemas): Schemas {
  const names = new Set(listReferences(paths));
  // A set also iterates over what is added meanwhile.
  for (const name of names) {
    const [kind = "", key = ""] = name.split("/");
    for (const one of listReferences(components[kind]?.[key] ?? null)) names.add(one);
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, entries]) => [
      kind,
      Object.fromEntries(Object.entries(entries).filter(([key]) => names.has(`${kind}/${key}`))),
    ]),
  );
}

/** Builds `src/openapi.ts` from the OpenAPI document: the operations of programs, and the schemas that they use. */
export async function buildTypes(): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, "utf8")) as Document;
  const paths = selectPaths(document.paths);
  const components = selectComponents(paths, document.components);
  const nodes = await openapiTypes({ ...document, paths, components } as unknown as OpenAPI3);
  return `// Generated from public/openapi.json by "npm run generate". Do not edit it.\n\n${astToString(nodes)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await writeFile(TARGET, await buildTypes());
