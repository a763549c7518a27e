import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/db";
import {
  badgeBody,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";

/** A name, and what somebody types who looks for it. */
type Pair = [name: string, query: string];

const FOUND: Pair[] = [
  ["Núñez", "nunez"],
  ["NÚÑEZ", "núñez"],
  ["Nunez", "Núñez"],
  ["Müller", "muller"],
  ["Müller", "mueller"],
  ["Mueller", "müller"],
  ["Mueller", "mueller"],
  ["Muller", "Müller"],
  ["Weiß", "weiss"],
  ["WEISS", "weiß"],
  ["Weiß", "WEISS"],
  ["Chiyo Tanaka", "tanaka chiyo"],
  ["Σοφία Παπά", "ΣΟΦΙΑ"],
  ["ΣΟΦΙΑ", "σοφία"],
  ["Γιώργος", "γιωργοσ"],
  ["IŞIK", "ışık"],
  ["ışık", "isik"],
  ["ipek", "İPEK"],
  ["Nguyễn Thị Thảo", "nguyen thao"],
  ["Nguyễn", "Nguyễn"],
  ["Đặng", "dang"],
  ["Ｔａｎａｋａ", "tanaka"],
  ["tanaka", "ＴＡＮＡＫＡ"],
  ["김민준", "김민준"],
  ["김민준", "민준"],
  ["ガブリエル", "ガブ"],
  ["لَيْلَى بِنْتُ أَحْمَد", "ليلى احمد"],
  ["ليلي", "ليلى"],
  ["علی", "علي"],
  ["O’Brien", "o'brien"],
  ["Łukasz", "lukasz"],
  ["Søren", "soren"],
  ["Søren", "soeren"],
  ["Иванов", "ИВАН"],
  ["שָׂרָה", "שרה"],
  ["श्रीकृष्ण", "श्री"],
  ["Ann Lee", "n l"],
  ["50%", "50%"],
  ["Straße", "strasse"],
  ["Ångström", "aangstroem"],
  ["Ångström", "angstrom"],
  ["Zoë", "zoe"],
  ["佐藤花子", "藤花"],
  ["ﬁona", "fiona"],
  ["Ətraf", "etraf"],
  ["ᲒᲘᲝᲠᲒᲘ", "გიორგი"],
  ["გიორგი", "ᲒᲘᲝᲠᲒᲘ"],
];
const NOT_FOUND: Pair[] = [
  ["Muller", "mueller"],
  ["Joel", "jol"],
  ["कि", "की"],
  ["500", "50%"],
];

let organization: TestOrganization;
let templateId: string;

beforeAll(async () => {
  organization = await createTestOrganization();
  templateId = (await createTemplate(organization)).id;
});

/** Issues a badge to a person of this name. Returns its id. */
async function issueTo(name: string, changes: Record<string, unknown> = {}): Promise<string> {
  const [first, ...others] = name.includes(" ") ? name.split(" ") : ["Zed", name];
  const names = { issued_to_first_name: first, issued_to_last_name: others.join(" ") };
  const { status, data } = await organization.client.post(
    "/badges",
    badgeBody(templateId, { ...names, ...changes }),
  );
  expect(status, JSON.stringify(data)).toBe(201);
  return (data as { id: string }).id;
}

async function list(path: string, key: string, value: string): Promise<string[]> {
  const query = new URLSearchParams({ [`filter[${key}]`]: value, per: "100" });
  const { status, data } = await organization.client.get(`${path}?${query}`);
  expect(status, JSON.stringify(data)).toBe(200);
  return (data as { id: string }[]).map(({ id }) => id);
}

describe.each(["", " decomposed"])("a badge is found by the name of its earner%s", (form) => {
  const spell = (text: string): string => (form === "" ? text : text.normalize("NFD"));

  it.each(FOUND)("%s by %s", async (name, query) => {
    const id = await issueTo(name);
    expect(await list("/badges", "query", spell(query))).toContain(id);
  });

  it.each(NOT_FOUND)("%s not by %s", async (name, query) => {
    const id = await issueTo(name);
    expect(await list("/badges", "query", spell(query))).not.toContain(id);
  });
});

describe("a template is found by its name", () => {
  it.each(FOUND)("%s by %s", async (name, query) => {
    const { id } = await createTemplate(organization, { name: `Zed ${name}` });
    expect(await list("/badge_templates", "query", query)).toContain(id);
    expect(await list("/badge_templates", "name", query)).toContain(id);
  });

  it.each(NOT_FOUND)("%s not by %s", async (name, query) => {
    const { id } = await createTemplate(organization, { name: `Zed ${name}` });
    expect(await list("/badge_templates", "query", query)).not.toContain(id);
    expect(await list("/badge_templates", "name", query)).not.toContain(id);
  });
});

describe("words", () => {
  it("are found in the name and the address together, in any order", async () => {
    const id = await issueTo("Chiyo Tanaka", { recipient_email: "office@kyoto.example" });
    for (const query of ["tanaka chiyo", "kyoto tanaka", "  CHIYO   office@ "])
      expect(await list("/badges", "query", query), query).toContain(id);
    for (const query of ["tanaka osaka", "chiyotanaka", "tanaka\nchiyo"])
      expect(await list("/badges", "query", query), query).not.toContain(id);
  });

  it("of one or two letters are found in each order", async () => {
    const id = await issueTo("Bo Es");
    for (const query of ["bo es", "es bo", "b", "o e"])
      expect(await list("/badges", "query", query), query).toContain(id);
  });

  it("are all the badges when there are none", async () => {
    const id = await issueTo("Zoe Special");
    expect(await list("/badges", "query", "   ")).toContain(id);
  });

  it("follow a name that changes, also in a server of the version before", async () => {
    const id = await issueTo("Muller Anne");
    await db().issuedBadge.update({ where: { id }, data: { issuedTo: "Zoë Ångström" } });
    expect(await list("/badges", "query", "aangstroem zoe")).toContain(id);
    expect(await list("/badges", "query", "muller anne")).not.toContain(id);
    await db().issuedBadge.update({ where: { id }, data: { issuedTo: "Anne Muller" } });
    expect(await list("/badges", "query", "aangstroem")).not.toContain(id);
    expect(await list("/badges", "query", "muller anne")).toContain(id);
  });
});
