import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import iconv from "iconv-lite";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { exportRecords, moveInCsv } from "@/lib/operations/installation/moving";
import { setUpAdministrator } from "@/lib/operations/installation/service";
import { downloadCsv } from "../../support/moving/csv-downloads";
import {
  countEffects,
  createFullOrganization,
  createInstallations,
  readRecords,
} from "../../support/moving/two-installations";
import { PIXEL } from "../../support/moving/many-badges";
import { sql } from "../../support/platform/database";

let installations: Awaited<ReturnType<typeof createInstallations>>;
let ids: Awaited<ReturnType<typeof createFullOrganization>>;
const { write } = process.stderr;

beforeAll(async () => {
  process.stderr.write = () => true; // the progress
  installations = await createInstallations();
  ids = await createFullOrganization();
  const token = (await setUpAdministrator(ids.id, "reader@lumen.example")).authorization_token;
  await downloadCsv(ids.id, token, installations.file("downloads"));
  await exportRecords(ids.id, installations.file("original.ndjson"));
});
afterAll(async () => {
  process.stderr.write = write;
  await installations?.remove();
});
beforeEach(() => installations.useEmpty());

const move = (folder: string, more: Partial<Parameters<typeof moveInCsv>[0]> = {}) =>
  moveInCsv({
    folder: installations.file(folder),
    source: undefined,
    organization: undefined,
    adminEmail: undefined,
    isDryRun: false,
    ...more,
  });

/** Writes a folder of files. */
async function writeFolder(name: string, files: Record<string, string | Buffer>): Promise<void> {
  await mkdir(installations.file(name), { recursive: true });
  for (const [file, content] of Object.entries(files))
    await writeFile(join(installations.file(name), file), content);
}

const read = async (file: string, kind: string) =>
  (await readRecords(file)).filter((record) => record.kind === kind);

const readAgain = async (organizationId: string) => {
  const file = installations.file("again.ndjson");
  await exportRecords(organizationId, file);
  return file;
};

const without = (record: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** An empty list and none are the same to the service. */
const withLists = (record: Record<string, unknown>) =>
  "reporting_tags" in record ? { ...record, reporting_tags: record.reporting_tags ?? [] } : record;

it("the downloads of this product become the same badges, templates, employees and organization", async () => {
  const result = await move("downloads");
  expect(result).toMatchObject({ refused: 0, csv: { missing: [], refused: [], refused_count: 0 } });
  const again = await readAgain(result.organization_id);
  const original = installations.file("original.ndjson");
  const compare = async (kind: string, ...differing: string[]) => {
    const strip = async (file: string) =>
      (await read(file, kind))
        .map((record) => without(withLists(record), ...differing))
        .toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
    expect((await strip(original)).length).toBeGreaterThan(0);
    expect(await strip(again)).toEqual(await strip(original));
  };
  await compare("issued_badge", "accepted_at", "expiry_reminded_for", "user_id", "issuer_earner_group_id");
  await compare("badge_template", "image_id", "image_generated", "learning_badge_id");
  await compare("badge_template_activity");
  await compare("employee", "user_id", "updated_at", "last_updated_by_organization_at");
  await compare("earner_group", "id", "created_at");
  await compare("organization", "photo_id", "cover_id");
});

it("a repetition writes nothing, a dry run neither, and nobody is notified", async () => {
  const dry = await move("downloads", { isDryRun: true });
  expect(await sql("SELECT FROM organizations")).toEqual([]);
  const first = await move("downloads");
  expect({ ...dry, dry_run: false }).toEqual(first);
  const now = new Date();
  await utimes(join(installations.file("downloads"), "badges.csv"), now, now);
  expect(await move("downloads")).toMatchObject({ created: 0, changed: 0, refused: 0 });
  expect(await countEffects()).toMatchObject({ events: 0, messages: 0 });
});

it("moves them into another organization of the same installation", async () => {
  await installations.useSource();
  const result = await move("downloads", { organization: ids.partnerId, isDryRun: true });
  const [{ count } = { count: 0 }] = await sql(
    "SELECT count(*)::int FROM issued_badges WHERE organization_id = $1 AND deleted_at IS NULL",
    [ids.id],
  );
  expect(result.kinds.issued_badge).toMatchObject({ created: count, refused: 0 });
});

const HAND_MADE = {
  "organization.csv": "Organization Name;Country\nHarbour School;Portugal\n",
  "badge_templates.csv":
    "\u{feff}Template ID;Badge Name;Description;Skills;Image file;Shoe size\r\nT-1;Sailing;Sails alone;Sailing, Knots;sail.png;44\r\nT-2;Rowing;;;missing.png;\r\n",
  "badges.csv": [
    "Recipient Email,Recipient Name,Badge Template Name,Issued At,Status,Evidence URL,Expiration Date,Revocation Reason",
    'Ana@Example.org,"Ana, the ""sailor""",sailing,2024-05-01,Claimed,https://example.org/log,2027-05-01,',
    "bo@example.org,Bo,Rowing,2024-05-02T10:00:00+02:00,revoked,,,Wrong person",
    "bad,Bad,Sailing,2024-05-01,accepted,,,",
    "cy@example.org,Cy,Flying,2024-05-01,accepted,,,",
    "di@example.org,Di,Sailing,05/01/2024,accepted,,,",
    "ed@example.org,Ed,Sailing,2024-05-01,lost,,,",
    "ana@example.org,Ana,Sailing,2024-05-01,accepted,,,",
    "",
  ].join("\n"),
  "sail.png": Buffer.from(PIXEL, "base64"),
};

it("other headings, semicolons, byte order marks, quotes, pictures, and the line of each row that is refused", async () => {
  await writeFolder("hand-made", HAND_MADE);
  const result = await move("hand-made");
  expect(result.refused).toBe(0);
  expect(result.csv.refused.map(({ file, line }) => [file, line])).toEqual(
    [4, 5, 6, 7, 8].map((line) => ["badges.csv", line]),
  );
  expect(result.csv.refused.map(({ reason }) => reason.split(":")[0])).toEqual([
    "recipient_email",
    "badge_template.name",
    "issued_at",
    "state",
    "id",
  ]);
  expect(result.csv.files[1]).toMatchObject({ rows: 2, ignored_columns: ["Shoe size"] });
  expect(result.csv).toMatchObject({
    missing: ["employees.csv"],
    notes: ["picture missing.png: cannot be read"],
  });
  const badges = await sql(
    `SELECT recipient_email, issued_to, b.state::text, revocation_reason, issued_at, expires_at, expires_at_date::text, evidence -> 0 ->> 'value' AS link, t.name
     FROM issued_badges AS b JOIN badge_templates AS t ON t.id = badge_template_id ORDER BY 1`,
  );
  expect(badges).toEqual([
    {
      recipient_email: "ana@example.org",
      issued_to: 'Ana, the "sailor"',
      state: "accepted",
      revocation_reason: null,
      issued_at: new Date("2024-05-01T00:00:00Z"),
      expires_at: new Date("2027-05-01T23:59:59Z"),
      expires_at_date: "2027-05-01",
      link: "https://example.org/log",
      name: "Sailing",
    },
    expect.objectContaining({
      state: "revoked",
      revocation_reason: "Wrong person",
      issued_at: new Date("2024-05-02T08:00:00Z"),
      name: "Rowing",
    }),
  ]);
  expect(await move("hand-made")).toMatchObject({ created: 0, changed: 0 });
});

it("a row that was changed is written, and what the files do not give stays as it is here", async () => {
  await writeFolder("hand-made", HAND_MADE);
  const { organization_id: id } = await move("hand-made");
  await sql("UPDATE badge_templates SET level = 'Advanced' WHERE name = 'Sailing'");
  await sql("UPDATE organizations SET bio = 'Written here' WHERE id = $1", [id]);
  await writeFolder("hand-made", {
    "badge_templates.csv": HAND_MADE["badge_templates.csv"].replace("Sails alone", "Sails at night"),
    "organization.csv": "Organization Name;Country\nHarbour School;Spain\n",
  });
  expect(await move("hand-made")).toMatchObject({ created: 0, changed: 2 });
  expect(await sql("SELECT level, description FROM badge_templates WHERE name = 'Sailing'")).toEqual([
    { level: "Advanced", description: "Sails at night" },
  ]);
  expect(await sql("SELECT bio, country FROM organizations WHERE id = $1", [id])).toEqual([
    { bio: "Written here", country: "Spain" },
  ]);
});

it("badges alone go into an organization that is named, which stays as it is", async () => {
  await writeFolder("hand-made", HAND_MADE);
  const { organization_id: id } = await move("hand-made");
  const before = await sql("SELECT name, vanity_slug, country FROM organizations WHERE id = $1", [id]);
  await writeFolder("badges-alone", {
    "badges.csv": "email,badge name,issued on\neve@example.org,Diving,2025-01-02\n",
  });
  await expect(move("badges-alone")).rejects.toThrow("--organization");
  const result = await move("badges-alone", { organization: id, source: "https://old.example" });
  expect(result.kinds.issued_badge).toMatchObject({ created: 1 });
  expect(result.kinds.organization).toMatchObject({ created: 0, changed: 1 });
  expect(await sql("SELECT name, vanity_slug, country FROM organizations WHERE id = $1", [id])).toEqual(
    before,
  );
});

it("badges and employees without ids, whose names and addresses are long, are recognized by a repetition", async () => {
  const name = "Advanced Techniques of Sailing in the Waters of the Northern Harbour";
  const email = `anastasia.${"long-".repeat(10)}name@harbour-school.example`;
  await writeFolder("long", {
    "organization.csv":
      "Organization Name\nHarbour School of Navigation, Seamanship and Marine Engineering\n",
    "badge_templates.csv": `name\n${name}\n`,
    "badges.csv": `email,badge name,issued on\n${email},${name},2025-01-02\n${email},${name},2025-01-03\n`,
    "employees.csv": `email,first_name,last_name\n${email},Ana,Santos\n`,
  });
  const { csv, kinds } = await move("long");
  expect(csv.refused).toEqual([]);
  expect(kinds.issued_badge).toMatchObject({ created: 2, refused: 0 });
  expect(kinds.employee).toMatchObject({ created: 1, refused: 0 });
  expect(await move("long")).toMatchObject({ created: 0, changed: 0, refused: 0, csv: { refused: [] } });
});

it("files are read in the encoding that their bytes show, below a title and a line that names the separator", async () => {
  await writeFolder("encodings", {
    "organization.csv": "sep=;\nid;name\nacme;Acme\n",
    "employees.csv": iconv.encode(
      "Pracownicy 2026\r\n\r\nemail;first_name;last_name\r\na@acme.example;Łukasz;Wiśniewski\r\n" +
        "b@acme.example;Grażyna;Dąbrowska\r\n",
      "windows-1250",
    ),
  });
  const { csv, kinds } = await move("encodings");
  expect(csv).toMatchObject({ refused: [], files: [{ rows: 1 }, { rows: 2 }] });
  expect(kinds.employee).toMatchObject({ created: 2 });
  const names = await sql("SELECT first_name, last_name FROM employees ORDER BY email");
  expect(names).toEqual([
    { first_name: "Łukasz", last_name: "Wiśniewski" },
    { first_name: "Grażyna", last_name: "Dąbrowska" },
  ]);
});

it("a file that is no table, whose encoding is not clear or that has unknown headings is refused before anything is written", async () => {
  const organization = HAND_MADE["organization.csv"];
  await writeFolder("unclear", {
    "organization.csv": organization,
    "badges.csv": iconv.encode("email,name\na@acme.example,Noè\n", "windows-1252"),
  });
  await expect(move("unclear")).rejects.toThrow(
    "badges.csv: The encoding of the text is not clear. In windows-1252 it reads “Noè”. In windows-1250 it reads “Noč”.",
  );
  await writeFolder("unknown", { "organization.csv": organization, "badges.csv": "a,b\n1,2\n" });
  await expect(move("unknown")).rejects.toThrow("no known heading");
  await writeFolder("nothing", { "notes.txt": "x" });
  await expect(move("nothing")).rejects.toThrow("has none of the files");
  expect(await sql("SELECT FROM organizations")).toEqual([]);
  expect(await readFile(join(installations.file("unclear"), "organization.csv"), "utf8")).toBe(organization);
});

it("a later file without states leaves badges with the earners who accepted them", async () => {
  const heading = "id,recipient_email,badge_template.name,issued_at,issued_to";
  await writeFolder("states", {
    "organization.csv": "id,name\nacme,Acme\n",
    "badges.csv": `${heading},state\n1,ada@example.org,First Aid,2025-01-02,Ada,accepted\n`,
  });
  expect((await move("states")).kinds.issued_badge).toMatchObject({ created: 1, refused: 0 });
  const readOwners = () => sql("SELECT state, user_id IS NOT NULL AS is_owned, issued_to FROM issued_badges");
  expect(await readOwners()).toEqual([{ state: "accepted", is_owned: true, issued_to: "Ada" }]);
  await writeFolder("states", {
    "badges.csv": `${heading}\n1,ada@example.org,First Aid,2025-01-02,Ada L.\n`,
  });
  expect((await move("states")).kinds.issued_badge).toMatchObject({ changed: 1, refused: 0 });
  expect(await readOwners()).toEqual([{ state: "accepted", is_owned: true, issued_to: "Ada L." }]);
});

it("badges of templates that the file of templates does not have, or of a name that several have, are refused", async () => {
  await writeFolder("templates", {
    "organization.csv": "id,name\nacme,Acme\n",
    "badge_templates.csv":
      "id,name,created_at\n10,First Aid,\n11,First Aid,\n12,Rescue,05/01/2026\n13,Diving,2025-01-01\n",
    "badges.csv":
      "id,recipient_email,badge_template.id,badge_template.name,issued_at\n" +
      "1,a@example.org,,First Aid,2025-01-02\n2,b@example.org,12,Rescue,2025-01-02\n3,c@example.org,13,,2025-01-02\n",
  });
  const result = await move("templates");
  expect(result.csv.refused.map(({ file, line, reason }) => [file, line, reason.split(";")[0]])).toEqual([
    ["badge_templates.csv", 4, expect.stringContaining("created_at")],
    ["badges.csv", 2, "badge_template.name: 2 templates have this name"],
    ["badges.csv", 3, "badge_template.id: the file of badge templates does not have this template"],
  ]);
  expect(await sql("SELECT name, deleted_at FROM badge_templates ORDER BY name")).toEqual(
    ["Diving", "First Aid", "First Aid"].map((name) => ({ name, deleted_at: null })),
  );
  expect(await sql("SELECT recipient_email FROM issued_badges")).toEqual([
    { recipient_email: "c@example.org" },
  ]);
});

it("an empty cell does not say that a badge is public", async () => {
  const heading = "id,recipient_email,badge_template.name,issued_at,is_private_badge";
  const write = (cells: string[]) =>
    writeFolder("privacy", {
      "organization.csv": "id,name\nacme,Acme\n",
      "badges.csv": [
        heading,
        ...cells.map((cell, index) => `${index},a${index}@example.org,Aid,2025-01-02,${cell}`),
        "",
      ].join("\n"),
    });
  const readPublic = async () =>
    (await sql("SELECT public FROM issued_badges ORDER BY recipient_email")).map((row) => row.public);
  await write(["", "false", "true"]);
  await move("privacy");
  expect(await readPublic()).toEqual([false, true, false]);
  await write(["false", "", "false"]);
  expect(await move("privacy")).toMatchObject({ refused: 0 });
  expect(await readPublic()).toEqual([true, true, true]);
});
