import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, normalize, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join("/"));
const readText = (file: string): string => readFileSync(join(root, file), "utf8");

const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "client/README.md"].concat(
  filesBelow("docs").filter((file) => file.endsWith(".md")),
);
const sources = [
  "app",
  "client/cli",
  "client/src",
  "components",
  "lib",
  "scripts",
  "tests",
  "prisma/schema",
  ".config",
]
  .flatMap(filesBelow)
  .concat(".dependency-cruiser.cjs", ".oxlintrc.json", "next.config.mjs", "instrumentation.ts")
  .filter((file) => /\.(tsx?|[cm]js|css|json|toml|prisma)$/.test(file));

/** This file, whose patterns look like what they find. */
const self = relative(root, import.meta.filename)
  .split(sep)
  .join("/");

/** Returns the text of a file as one line, so that a citation may continue on the next line of a comment. */
const flat = (file: string): string => readText(file).replaceAll(/\s*\n\s*(?:\*(?!\/)|\/{2,3})?\s*/g, " ");
const cited = new Map(
  [...sources, ...documents].filter((file) => file !== self).map((file) => [file, flat(file)]),
);

/** Lists the matches of a pattern in all files that do not hold, as `file: match`. */
const listMismatches = (
  pattern: RegExp,
  holds: (match: RegExpMatchArray, file: string) => boolean,
): string[] =>
  [...cited].flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter((match) => !holds(match, file)).map(([match]) => `${file}: ${match}`),
  );

const withoutCode = (text: string): string => text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
const listHeadings = (file: string): string[] =>
  [...withoutCode(readText(file)).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading);

/** Returns the anchor that GitHub gives a heading. */
const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

const folder = "docs/decisions";
const decisions = filesBelow(folder).filter((file) => basename(file) !== "README.md");
const decisionNumber = (file: string): string => basename(file).slice(0, 4);
const numbers = new Set(decisions.map(decisionNumber));

describe("a citation", () => {
  it("of a decision has four digits and names an existing one", () => {
    const lists = /\bdecisions? \d+(?:(?:,? and |, | to )\d{4}\b)*/gi;
    const exist = ([match]: RegExpMatchArray) =>
      (match.match(/\d+/g) ?? []).every((number) => numbers.has(number));
    expect(listMismatches(lists, exist)).toEqual([]);
  });

  it("in code names a decision or a document, never only the README", () => {
    expect(listMismatches(/\bREADME\b(?!\.md)/g, (_, file) => documents.includes(file))).toEqual([]);
  });

  it("of a part of a document names one of its headings", () => {
    const parts = /([\w./-]*\b(?:README|CONTRIBUTING|[\w-]+\.md))(?:\.md)?`?, "([^"]+)"/g;
    const isHeading = ([, name = "", heading = ""]: RegExpMatchArray) => {
      const file = name.endsWith(".md") ? name : `${name}.md`;
      return documents.includes(file) && listHeadings(file).includes(heading);
    };
    expect(listMismatches(parts, isHeading)).toEqual([]);
  });

  it("of a document names an existing one by its path", () => {
    const found = ([name = ""]: RegExpMatchArray, file: string) =>
      documents.some((one) => one === name || one === normalize(join(dirname(file), name)));
    expect(listMismatches(/(?<![\w/.-])[\w./-]*\w\.md\b/g, found)).toEqual([]);
  });

  it("of a file names an existing one", () => {
    const paths =
      /(?<![\w@./<{}*-])(?:app|components|lib|scripts|tests|prisma|docs)\/[\w()[\]./-]+\.(?:tsx?|mjs|json|prisma)\b/g;
    expect(listMismatches(paths, ([path]) => existsSync(join(root, path)))).toEqual([]);
  });
});

describe("a link of a document", () => {
  const links = documents.flatMap((file) =>
    [...withoutCode(readText(file)).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => ({ file, link })),
  );

  const isValidLink = (file: string, link: string): boolean => {
    const [path = "", anchor] = link.split("#", 2);
    const target = path === "" ? file : normalize(join(dirname(file), path));
    if (!existsSync(join(root, target))) return false;
    return (
      anchor === undefined ||
      (statSync(join(root, target)).isFile() && listHeadings(target).map(headingAnchor).includes(anchor))
    );
  };

  it("leads to an existing file and heading", () => {
    const brokenLinks = links.filter(({ file, link }) => !/^https?:/.test(link) && !isValidLink(file, link));
    expect(brokenLinks).toEqual([]);
  });

  it("is found at all", () => {
    expect(links.filter(({ file }) => file === "README.md").length).toBeGreaterThan(10);
  });
});

describe("README.md", () => {
  it("is short", () => {
    expect(statSync(join(root, "README.md")).size).toBeLessThan(12_000);
  });
});

const kebab = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

describe("decisions", () => {
  it("are numbered from 0001 without gaps, one for each number", () => {
    const expected = decisions.map((_, index) => String(index + 1).padStart(4, "0"));
    expect(decisions.map(decisionNumber).toSorted()).toEqual(expected);
  });

  it.each(decisions)("%s has its number, and the sections context, decision and consequence", (file) => {
    const [title = "", ...parts] = listHeadings(file);
    expect(title).toMatch(new RegExp(`^${decisionNumber(file)}\\. \\S`));
    expect(parts).toEqual(["Context", "Decision", "Consequence"]);
    expect(basename(file, ".md")).toBe(`${decisionNumber(file)}-${kebab(title.slice(6))}`);
  });

  it("are in the index, each once and with its title", () => {
    const rows = [...readText(`${folder}/README.md`).matchAll(/^\| \[(\d{4})\]\((\S+)\) +\| (.+?) +\| \S/gm)];
    const listed = rows.map(([, number, file, title]) => `${number} ${file} ${title}`);
    const expected = decisions.map(
      (file) => `${decisionNumber(file)} ${basename(file)} ${listHeadings(file)[0]?.slice(6)}`,
    );
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });
});
