import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { inject, describe, expect, it } from "vitest";
import { diffMigrationsWithSchema } from "@/lib/platform/postgres/schema-diff";
import rooms from "../.config/rooms.json" with { type: "json" };
import { drawRooms, listCircles, listFolders, readRoomImports } from "./support/platform/room-imports";
import { WITH_OWN_MODULES } from "./vitest.config";

const root = join(import.meta.dirname, "..");

const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join("/"));

const sources = ["app", "client/cli", "client/src", "components", "lib", "scripts", "tests"]
  .flatMap(listFiles)
  .filter((file) => /\.(tsx?|mjs|cjs)$/.test(file));
const readText = (file: string): string => readFileSync(join(root, file), "utf8");

/** Rooms consist of domains only. All of them build on the kernel. */
const imports = readRoomImports(root);
const domains = Object.entries(imports.domains).flatMap(([room, names]) =>
  names.map((name) => `${room}/${name}`),
);

describe("names", () => {
  const catchAllNames = /^(utils?|helpers?|misc|common|shared|base|core)$/;

  it("no file or folder is a catch-all", () => {
    const parts = (file: string) =>
      file
        .replace(/\.\w+$/, "")
        .split("/")
        .slice(1);
    expect(sources.filter((file) => parts(file).some((part) => catchAllNames.test(part)))).toEqual([]);
  });

  it("there are no barrel files", () => {
    expect(sources.filter((file) => /^index\.[cm]?[jt]sx?$/.test(basename(file)))).toEqual([]);
  });

  it("files are in kebab-case, except the folders of app, which are addresses", () => {
    const odd = sources.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(basename(file)));
    expect(odd).toEqual([]);
  });
});

describe("rooms", () => {
  it("are those of the rules for imports, which let each import only rooms below it", () => {
    expect(listFolders(join(root, "lib")).toSorted()).toEqual(rooms.toSorted());
  });

  it("have domains that do not import each other in circles", () => {
    expect(listCircles(imports)).toEqual([]);
  });

  it("have no files of their own, except the kernel", () => {
    const own = sources.filter((file) => /^lib\/[^/]+\/[^/]+$/.test(file));
    expect(own.filter((file) => !file.startsWith("lib/kernel/"))).toEqual([]);
  });

  it("are described in docs/architecture.md, from top to bottom", () => {
    const [, table = ""] =
      /\n\| room +\| holds[^\n]*\n([^]*?)\n\n/.exec(readText("docs/architecture.md")) ?? [];
    expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, room]) => room)).toEqual(rooms);
  });

  it("are drawn in docs/rooms.svg as they are: `npm run test:unit -- tests/architecture.test.ts -u` draws it", async () => {
    await expect(drawRooms(rooms, imports)).toMatchFileSnapshot("../docs/rooms.svg");
  });
});

describe("a domain", () => {
  it("has its tables, if any, in a schema file with its name", () => {
    const files = listFiles("prisma/schema").map((file) =>
      file.slice("prisma/schema/".length).replace(/\.prisma$/, ""),
    );
    const known = ["main", "kernel/outbox", ...domains];
    expect(files.filter((file) => !known.includes(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });
});

describe("the kernel", () => {
  it("contains no word of a domain, except in the list of environment variables", () => {
    const words =
      /\b(badge|template|earner|employee|issuer|grantor|gradable|webhook|oauth|lti|learning|certificate|recommendation)/i;
    const domainWords = sources
      .filter((file) => file.startsWith("lib/kernel/") && file !== "lib/kernel/env.ts")
      .flatMap((file) =>
        readText(file)
          .split("\n")
          .filter((line) =>
            words.test(
              line.replaceAll(
                /read badges with \w+|"badges"|realm="badges"|shared\.badges\w+|badges\w+\?:/g,
                "",
              ),
            ),
          )
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(domainWords).toEqual([]);
  });
});

describe("API routes", () => {
  const routes = ["app/(api)", "app/(learning)", "app/(open-badges)", "app/(scim)"].flatMap(listFiles);

  it("are route files and nothing else", () => {
    expect(routes.filter((file) => basename(file) !== "route.ts")).toEqual([]);
  });

  it.each(routes)("%s contains only factories: no function, no condition, no database", (file) => {
    const text = readText(file);
    const exported = [...text.matchAll(/^export (.*)$/gm)].map(([, line]) => line);
    expect(exported).toEqual([
      expect.stringMatching(
        /^const \{ GET, POST, PUT, PATCH, DELETE, OPTIONS \} = (route\(\{|(unknownPathHandlers|unknownLearningPathHandlers|unknownScimPathHandlers)\((?:"earner")?\);)/,
      ),
    ]);
    expect(text).not.toMatch(/\b(async|await|function|if|try|throw|new|Request|Response|process)\b/);
  });

  it("have folders that are spelled like the API's paths", () => {
    // RFC 7644, 3.2, spells the paths of SCIM in camel case.
    const ours = routes.filter((file) => !file.startsWith("app/(scim)"));
    const segments = ours.flatMap((file) => dirname(file).split("/").slice(2));
    expect(
      segments.filter(
        (part) =>
          !/^(v1\.1|v[123]|v3p0|[a-z_]+(\.(json|png|svg))?|\[[a-z_]+\]|\[\.\.\.unknown\]|\[\[\.\.\.unknown\]\])$/.test(
            part,
          ),
      ),
    ).toEqual([]);
  });
});

describe("addresses", () => {
  // Next gives http://localhost:PORT there whatever the client requested, and clients may set the other headers.
  const trusted = /\b(x-forwarded-(host|proto|port)|headers\.get\("host"\)|nextUrl|\.host(name)?\b)/;

  it("never come from the request: only APP_URL defines the service's address", () => {
    // There the header is part of a pasted text, which is compared with APP_URL.
    const judging = "lib/learning/launch-debugger/pasted-request.ts";
    const uses = sources
      .filter(
        (file) =>
          /^(app|lib\/(?!kernel\/|platform\/outbound\/|operations\/doctor\/))/.test(file) && file !== judging,
      )
      .flatMap((file) =>
        readText(file)
          .split("\n")
          .filter((line) => trusted.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(uses).toEqual([]);
  });

  it("are read from request.url in one place, for path and query", () => {
    const readers = sources.filter(
      (file) => /^(app|lib)\//.test(file) && /\brequest\.url\b/.test(readText(file)),
    );
    // The others use Node's request, whose url is the path as it was sent, before Next changes it.
    expect(readers.toSorted()).toEqual([
      "lib/http/endpoints/incoming.ts",
      "lib/http/routing/malformed-request.ts",
      "lib/http/routing/serve-api.ts",
      "lib/http/server/engagement.ts",
      "lib/http/server/language.ts",
      "lib/http/server/normalize-request.ts",
      "lib/http/server/public-address.ts",
      "lib/http/server/public-documents.ts",
      "lib/http/server/requested-address.ts",
      "lib/http/server/security-headers.ts",
      "lib/http/server/static-assets.ts",
      "lib/http/server/trace-request.ts",
      "lib/operations/jobs/probe-server.ts",
    ]);
  });
});

describe("the environment", () => {
  it("is read in one place, except for code that runs before it", () => {
    const readers = sources.filter(
      (file) => /^(app|components|lib)\//.test(file) && /process\.env\b/.test(readText(file)),
    );
    // Inngest's client is created when its file is loaded, which a build does without an environment. The samples of the
    // API reference are code for its readers.
    const allowed =
      /^components\/console\/api-reference\/code-samples\.ts$|^lib\/(kernel\/(env|log|programs)\.ts|platform\/postgres\/|http\/endpoints\/responses\.ts|operations\/(jobs\/inngest\.ts|installation\/|doctor\/examine\.ts))/;
    expect(readers.filter((file) => !allowed.test(file))).toEqual([]);
  });
});

describe("values of the process", () => {
  it("have a name of their own", () => {
    const names = sources
      .filter((file) => file.startsWith("lib/"))
      .flatMap((file) => [...readText(file).matchAll(/\bprocessWide\(\s*(["`].*?["`])/g)])
      .map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual([...new Set(names)]);
  });

  it("are on the global object in one place", () => {
    const users = sources.filter(
      (file) => /^(app|lib)\//.test(file) && /\bglobalThis\b/.test(readText(file)),
    );
    // The schema engine, compiled to WebAssembly, looks for its functions there.
    expect(users).toEqual(["lib/kernel/process-wide.ts", "lib/platform/postgres/schema-engine.ts"]);
  });
});

describe("folders of tests", () => {
  it.each(["tests/api", "tests/lib"])("%s has the rooms of lib and no files of its own", (folder) => {
    const known = new Set([...listFolders(join(root, "lib")), "components"]);
    expect(listFolders(join(root, folder)).filter((name) => !known.has(name))).toEqual([]);
    expect(sources.filter((file) => dirname(file) === folder)).toEqual([]);
  });

  it("tests/support has the rooms of lib, and a folder for the browser", () => {
    const known = new Set([...listFolders(join(root, "lib")), "browser"]);
    expect(listFolders(join(root, "tests/support")).filter((name) => !known.has(name))).toEqual([]);
  });
});

const CHANGES_WHAT_IS_READ_WHEN_LOADED =
  /process\.env\.\w+ (\?\?)?=|assign\(process\.env|vi\.mock\(|resetModules|useInngest\(|^const .* = vi\.spyOn/m;

describe("tests of rules and of the API", () => {
  it("share their modules, except those that change what modules read when they are loaded", () => {
    const changing = sources
      .filter((file) => /^tests\/(api|lib)\/.*\.test\.ts$/.test(file))
      .filter((file) => CHANGES_WHAT_IS_READ_WHEN_LOADED.test(readText(file)));
    expect(changing.toSorted()).toEqual(WITH_OWN_MODULES.toSorted());
  });
});

describe("browser tests that share the product of their worker", () => {
  const files = sources.filter(
    (file) => file.startsWith("tests/e2e/") && readText(file).includes("/shared-product"),
  );
  const domainOf = (file: string) => `${basename(file, ".spec.ts")}.example`;

  it("have people in a domain of their own: in `accept.spec.ts` their addresses end in @accept.example", () => {
    const foreign = files.flatMap((file) =>
      // A regular expression has a backslash before each dot.
      [...readText(file).matchAll(/@((?:[\w-]+\\?\.)+(?:example|org))\b/g)]
        .map(([, domain = ""]) => domain.replaceAll("\\", ""))
        .filter((domain) => domain !== domainOf(file) && !domain.endsWith(`.${domainOf(file)}`))
        .map((domain) => `${file}: ${domain}`),
    );
    expect(foreign).toEqual([]);
  });

  it("have organizations with names of their own, which give them their slugs", () => {
    const names = files.flatMap((file) =>
      [...readText(file).matchAll(/\bname: "([^"]+)",\s+adminEmail\b/g)].map(([, name = ""]) => name),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const college = files.filter((file) => /\bharbor-college\b(?!";)/.test(readText(file)));
    expect(college).toEqual([]);
  });
});

describe("the schema", { timeout: 60_000 }, () => {
  it("agrees with the migrations: the SQL printed here is missing", async () => {
    expect(await diffMigrationsWithSchema(inject("databaseUrl"))).toBe("");
  });
});
