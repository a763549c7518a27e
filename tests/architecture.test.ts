import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { inject, describe, expect, it } from "vitest";
import { diffMigration } from "@/lib/platform/postgres/schema-diff";
import { RULES } from "./support/domain-rules";
import { WITH_OWN_MODULES } from "./vitest.config";

const root = join(import.meta.dirname, "..");

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join("/"));

const sources = ["app", "components", "lib", "scripts", "tests"]
  .flatMap(filesOf)
  .filter((file) => /\.(tsx?|mjs|cjs)$/.test(file));
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const foldersOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** The rooms of lib consist of domains alone; the kernel is what all of them build on. */
const rooms = foldersOf("lib").filter((name) => name !== "kernel");
const domains = rooms.flatMap((room) => foldersOf(`lib/${room}`).map((name) => `${room}/${name}`));

/** They have no wire shapes and no rows of their own: their files are what they need. */
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
  "platform/files",
  "platform/installation",
  "platform/jobs",
  "platform/limits",
  "platform/metrics",
  "platform/outbound",
  "platform/postgres",
]);

/**
 * The files that a domain may have whatever it is about; every other file is one named rule. In the learning edition
 * `organization-service.ts` holds the verbs of the organization level and of the console.
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
  const drawers = /^(utils?|helpers?|misc|common|shared|base|core)$/;

  it("no file and no folder is a drawer for everything", () => {
    const parts = (file: string) =>
      file
        .replace(/\.\w+$/, "")
        .split("/")
        .slice(1);
    expect(sources.filter((file) => parts(file).some((part) => drawers.test(part)))).toEqual([]);
  });

  it("no barrels", () => {
    expect(sources.filter((file) => /^index\.[cm]?[jt]sx?$/.test(basename(file)))).toEqual([]);
  });

  it("files are kebab-case, outside of app's folders, which are addresses", () => {
    const odd = sources.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(basename(file)));
    expect(odd).toEqual([]);
  });
});

describe("a domain", () => {
  it.each(domains.filter((domain) => !WITHOUT_KINDS.has(domain)))(
    "%s has only the known kinds of files",
    (domain) => {
      const known = [...KINDS, ...(RULES[domain] ?? [])];
      const own = filesOf(`lib/${domain}`).filter((file) => !file.startsWith("lib/delivery/mail/templates/"));
      const unknown = own
        .map((file) => file.slice(`lib/${domain}/`.length))
        .filter((file) => !known.includes(file) && !/^[a-z-]+-queries\.ts$/.test(file));
      expect(unknown, "a rule is named in tests/support/domain-rules.ts").toEqual([]);
    },
  );

  it("stands in a room, which has no files of its own", () => {
    expect(
      sources.filter((file) => /^lib\/[^/]+\/[^/]+$/.test(file) && !file.startsWith("lib/kernel/")),
    ).toEqual([]);
  });

  it("has no rule in this list that is gone", () => {
    const listed = Object.entries(RULES).flatMap(([domain, files]) =>
      files.map((file) => `lib/${domain}/${file}`),
    );
    expect(listed.filter((file) => !sources.includes(file))).toEqual([]);
  });

  it("stands in the order of imports that dependency-cruiser holds", () => {
    const config = textOf(".dependency-cruiser.cjs");
    const list = /const domains = \[([^\]]+)\]/.exec(config)?.[1] ?? "";
    const ordered = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    expect(ordered.toSorted()).toEqual(domains.toSorted());
  });

  it("has its tables, if it has any, in a file of its own name", () => {
    const files = filesOf("prisma/schema").map((file) =>
      file.slice("prisma/schema/".length).replace(/\.prisma$/, ""),
    );
    const known = ["main", "kernel/outbox", ...domains];
    expect(files.filter((file) => !known.includes(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });
});

describe("the kernel", () => {
  it("says no word of a domain, but in the list of all variables of the environment", () => {
    const words =
      /\b(badge|template|earner|employee|issuer|grantor|gradable|webhook|oauth|lti|learning|certificate|recommendation)/i;
    const said = sources
      .filter((file) => file.startsWith("lib/kernel/") && file !== "lib/kernel/env.ts")
      .flatMap((file) =>
        textOf(file)
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
    expect(said).toEqual([]);
  });
});

describe("routes of the interface", () => {
  const routes = ["app/(api)", "app/(learning)"].flatMap(filesOf);

  it("are route files and nothing else", () => {
    expect(routes.filter((file) => basename(file) !== "route.ts")).toEqual([]);
  });

  it.each(routes)("%s holds factories alone: no function, no condition, no database", (file) => {
    const text = textOf(file);
    const exported = [...text.matchAll(/^export (.*)$/gm)].map(([, line]) => line);
    expect(exported).toEqual([
      expect.stringMatching(
        /^const \{ GET, POST, PUT, PATCH, DELETE, OPTIONS \} = (route\(\{|(unknownPathHandlers|unknownLearningPathHandlers)\((?:"earner")?\);)/,
      ),
    ]);
    expect(text).not.toMatch(/\b(async|await|function|if|try|throw|new|Request|Response|process)\b/);
  });

  it("spell their folders as the interface spells its paths", () => {
    const segments = routes.flatMap((file) => dirname(file).split("/").slice(2));
    expect(
      segments.filter(
        (part) =>
          !/^(v1\.1|v[123]|did\.json|[a-z_]+|\[[a-z_]+\]|\[\.\.\.unknown\]|\[\[\.\.\.unknown\]\])$/.test(
            part,
          ),
      ),
    ).toEqual([]);
  });
});

describe("addresses", () => {
  // Next gives http://localhost:PORT there whatever the client asked for, and clients may write the other headers.
  const trusted = /\b(x-forwarded-(host|proto|port)|headers\.get\("host"\)|nextUrl|\.host(name)?\b)/;

  it("never come from the request: APP_URL alone says where the service is", () => {
    // There the header is one of a text that somebody pasted, to be compared with APP_URL.
    const judging = "lib/learning/launch-checks/pasted-request.ts";
    const uses = sources
      .filter((file) => /^(app|lib\/(?!kernel\/|platform\/outbound\/))/.test(file) && file !== judging)
      .flatMap((file) =>
        textOf(file)
          .split("\n")
          .filter((line) => trusted.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(uses).toEqual([]);
  });

  it("request.url is read in one place, for path and query", () => {
    const readers = sources.filter(
      (file) => /^(app|lib)\//.test(file) && /\brequest\.url\b/.test(textOf(file)),
    );
    // The others see Node's request, whose url is the path as it was sent, before Next does.
    expect(readers.toSorted()).toEqual([
      "lib/http/endpoints/malformed-request.ts",
      "lib/http/endpoints/request-address.ts",
      "lib/http/server/language.ts",
      "lib/http/server/normalize-request.ts",
      "lib/http/server/public-address.ts",
      "lib/http/server/public-documents.ts",
      "lib/http/server/requested-address.ts",
      "lib/http/server/security-headers.ts",
      "lib/http/server/static-assets.ts",
    ]);
  });
});

describe("the environment", () => {
  it("is read in one place, but for what stands before it", () => {
    const readers = sources.filter(
      (file) => /^(app|components|lib)\//.test(file) && /process\.env\b/.test(textOf(file)),
    );
    // Inngest's client is made when its file is loaded, which a build does without an environment.
    const allowed =
      /^lib\/(kernel\/(env|log)\.ts|platform\/postgres\/|http\/endpoints\/check-schema\.ts|platform\/(jobs\/inngest\.ts|installation\/))/;
    expect(readers.filter((file) => !allowed.test(file))).toEqual([]);
  });
});

describe("folders of tests", () => {
  it.each(["tests/api", "tests/lib"])("%s has the rooms of lib and no files of its own", (folder) => {
    const known = new Set([...foldersOf("lib"), "components"]);
    expect(foldersOf(folder).filter((name) => !known.has(name))).toEqual([]);
    expect(sources.filter((file) => dirname(file) === folder)).toEqual([]);
  });
});

const CHANGES_WHAT_IS_READ_WHEN_LOADED =
  /process\.env\.\w+ (\?\?)?=|assign\(process\.env|vi\.mock\(|resetModules|useInngest\(|^const .* = vi\.spyOn/m;

describe("tests of rules and of the interface", () => {
  it("share their modules, but for those that change what modules read when they are loaded", () => {
    const changing = sources
      .filter((file) => /^tests\/(api|lib)\/.*\.test\.ts$/.test(file))
      .filter((file) => CHANGES_WHAT_IS_READ_WHEN_LOADED.test(textOf(file)));
    expect(changing.toSorted()).toEqual(WITH_OWN_MODULES.toSorted());
  });
});

describe("the schema", { timeout: 60_000 }, () => {
  it("agrees with the migrations: what is printed here is the SQL that is missing", async () => {
    expect(await diffMigration(inject("databaseUrl"))).toBe("");
  });
});
