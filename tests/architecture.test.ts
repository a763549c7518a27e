import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { inject, describe, expect, it } from "vitest";
import { diffMigrationsWithSchema } from "@/lib/platform/postgres/schema-diff";
import { RULES } from "./support/domain-rules";
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

const listFolders = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** The areas of lib consist of domains only. All of them build on the kernel. */
const areas = listFolders("lib").filter((name) => name !== "kernel");
const domains = areas.flatMap((room) => listFolders(`lib/${room}`).map((name) => `${room}/${name}`));

/** They have no wire formats and no rows of their own, so their files have no fixed kinds. */
const WITHOUT_KINDS = new Set([
  "access/authentication",
  "access/callers",
  "art/drawing",
  "delivery/languages",
  "delivery/recording",
  "http/endpoints",
  "http/openapi",
  "http/server",
  "identity/sessions",
  "learning/requests",
  "platform/doctor",
  "platform/backups",
  "platform/files",
  "platform/installation",
  "platform/jobs",
  "platform/limits",
  "platform/metrics",
  "platform/outbound",
  "platform/postgres",
]);

/**
 * The files that any domain may have. Every other file is one named rule. In the learning edition,
 * `organization-service.ts` contains the operations of the organization level and of the console.
 */
const KINDS = [
  "schema.ts",
  "choices.ts",
  "serializer.ts",
  "queries.ts",
  "service.ts",
  "organization-service.ts",
  "jobs.ts",
];

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

describe("a domain", () => {
  it.each(domains.filter((domain) => !WITHOUT_KINDS.has(domain)))(
    "%s has only the known kinds of files",
    (domain) => {
      const known = [...KINDS, ...(RULES[domain] ?? [])];
      const own = listFiles(`lib/${domain}`).filter(
        (file) => !file.startsWith("lib/delivery/mail/templates/"),
      );
      const unknown = own
        .map((file) => file.slice(`lib/${domain}/`.length))
        .filter((file) => !known.includes(file) && !/^[a-z-]+-queries\.ts$/.test(file));
      expect(unknown, "a rule is named in tests/support/domain-rules.ts").toEqual([]);
    },
  );

  it("is in an area, which has no files of its own", () => {
    expect(
      sources.filter((file) => /^lib\/[^/]+\/[^/]+$/.test(file) && !file.startsWith("lib/kernel/")),
    ).toEqual([]);
  });

  it("has no outdated entry in the list of rules", () => {
    const listed = Object.entries(RULES).flatMap(([domain, files]) =>
      files.map((file) => `lib/${domain}/${file}`),
    );
    expect(listed.filter((file) => !sources.includes(file))).toEqual([]);
  });

  it("is listed in dependency-cruiser's order of imports", () => {
    const config = readText(".dependency-cruiser.cjs");
    const list = /const domains = \[([^\]]+)\]/.exec(config)?.[1] ?? "";
    const ordered = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    expect(ordered.toSorted()).toEqual(domains.toSorted());
  });

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
    const judging = "lib/learning/launch-checks/pasted-request.ts";
    const uses = sources
      .filter(
        (file) => /^(app|lib\/(?!kernel\/|platform\/(outbound|doctor)\/))/.test(file) && file !== judging,
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
      "lib/http/endpoints/request-address.ts",
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
      "lib/platform/jobs/probe-server.ts",
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
      /^components\/console\/api-reference\/code-samples\.ts$|^lib\/(kernel\/(env|log|programs)\.ts|platform\/postgres\/|http\/endpoints\/check-schema\.ts|platform\/(jobs\/inngest\.ts|installation\/|doctor\/examine\.ts))/;
    expect(readers.filter((file) => !allowed.test(file))).toEqual([]);
  });
});

describe("folders of tests", () => {
  it.each(["tests/api", "tests/lib"])("%s has the areas of lib and no files of its own", (folder) => {
    const known = new Set([...listFolders("lib"), "components"]);
    expect(listFolders(folder).filter((name) => !known.has(name))).toEqual([]);
    expect(sources.filter((file) => dirname(file) === folder)).toEqual([]);
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

describe("the schema", { timeout: 60_000 }, () => {
  it("agrees with the migrations: the SQL printed here is missing", async () => {
    expect(await diffMigrationsWithSchema(inject("databaseUrl"))).toBe("");
  });
});
