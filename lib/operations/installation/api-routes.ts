import { readdir } from "node:fs/promises";
import { sep } from "node:path";
import type { Plugin } from "esbuild";

/** The folders of app whose routes our own server calls itself (decision 0089). */
const FOLDERS = ["app/(api)", "app/(learning)", "app/(open-badges)", "app/(scim)"];

/** The path of a route file as its folders spell it: without `(group)` and the name of the file. */
const readPattern = (file: string): string =>
  `/${file
    .split("/")
    .slice(1, -1)
    .filter((part) => !part.startsWith("("))
    .join("/")}`;

const listAppFiles = async (): Promise<string[]> =>
  (await readdir("app", { recursive: true })).map((file) => `app/${file.split(sep).join("/")}`).toSorted();

const isOfApi = (file: string): boolean => FOLDERS.some((folder) => file.startsWith(`${folder}/`));

/**
 * Writes the source of the program `routes`. It exports every route file of the APIs with its path, and the paths of all
 * other routes and of the pages.
 */
async function writeRouteTable(): Promise<string> {
  const all = await listAppFiles();
  const routes = all.filter((file) => file.endsWith("/route.ts"));
  const pages = all.filter((file) => file.endsWith("/page.tsx"));
  const files = routes.filter(isOfApi);
  const nextPaths = [
    ...pages.map((file) => ({ pattern: readPattern(file), isPage: true })),
    ...routes.filter((file) => !isOfApi(file)).map((file) => ({ pattern: readPattern(file), isPage: false })),
  ];
  const imports = files.map((file, index) => `import * as route${index} from "./${file}";`);
  const entries = files.map(
    (file, index) => `  { pattern: ${JSON.stringify(readPattern(file))}, handlers: route${index} },`,
  );
  return [
    ...imports,
    "export const routes = [",
    ...entries,
    "];",
    `export const nextPaths = ${JSON.stringify(nextPaths)};`,
  ].join("\n");
}

/** The name of the route table, as a module and as the file that is built. */
export const ROUTE_TABLE = "api-routes";

/** Lets esbuild read the route table from the folders, so that no list of routes has to be kept. */
export const routeTablePlugin: Plugin = {
  name: ROUTE_TABLE,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${ROUTE_TABLE}$`) }, ({ path }) => ({
      path,
      namespace: ROUTE_TABLE,
    }));
    build.onLoad({ filter: /.*/, namespace: ROUTE_TABLE }, async () => ({
      contents: await writeRouteTable(),
      loader: "ts",
      resolveDir: process.cwd(),
    }));
  },
};
