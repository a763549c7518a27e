import { beforeAll, describe, expect, it } from "vitest";
import { badgeBody, makeOrganization, makeTemplate, type TestOrganization } from "../support/builders";
import { fill } from "../support/badge-search";
import { sql } from "../support/database";
import { randomNumbers } from "../support/random";

const DAY_MS = 24 * 3_600_000;

/** A badge as the oracle sees it, beside its template and the confirmed addresses of its user. */
type Row = Record<string, string | boolean | null> & {
  id: string;
  template: { name: string; skills: string[]; reporting_tags: string[] };
  addresses: string[] | null;
};

type Fits = (row: Row) => boolean;

let organization: TestOrganization;
let grantor: TestOrganization;
let rows: Row[];

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));

beforeAll(async () => {
  [organization, grantor] = [await makeOrganization(), await makeOrganization()];
  const other = await makeOrganization();
  await fill({ organizationId: other.id, badges: 300, seed: seed + 1 });
  await fill({ organizationId: organization.id, badges: 1_200, seed, grantorId: grantor.id });
  const [first] = await sql("SELECT id FROM badge_templates WHERE organization_id = $1 LIMIT 1", [
    organization.id,
  ]);
  await sql("UPDATE badge_templates SET name = 'Half of 100%_done' WHERE id = $1", [first?.id]);
  const found = await sql(
    `SELECT to_jsonb(badge) || jsonb_build_object('template', to_jsonb(template), 'addresses',
       (SELECT jsonb_agg(email) FROM user_emails WHERE user_id = badge.user_id AND confirmed_at IS NOT NULL)) AS row
     FROM issued_badges AS badge JOIN badge_templates AS template ON template.id = badge_template_id
     WHERE badge.organization_id = $1 AND badge.deleted_at IS NULL`,
    [organization.id],
  );
  rows = found.map(({ row }) => row as Row);
}, 60_000);

const random = randomNumbers(seed);
const upTo = (limit: number): number => Math.floor(random() * limit);
const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length)] as Item;
const some = <Item>(items: readonly Item[]): Item[] => items.filter(() => random() < 0.4);

const momentOf = (value: unknown): number => Date.parse(String(value));

/** A piece out of the middle of a text, in any case. */
const pieceOf = (text: string): string => {
  const start = upTo(text.length - 1);
  const piece = text.slice(start, start + 1 + upTo(8));
  return random() < 0.5 ? piece.toUpperCase() : piece;
};

const includes = (text: unknown, piece: string): boolean =>
  String(text).toLowerCase().includes(piece.toLowerCase());

/** A bound at a badge's own value: a moment, or the day it lies in. */
function bound(key: string, column: string, isUpper: boolean): [string, Fits] {
  const value = oneOf(rows.filter((row) => row[column] !== null))[column];
  const at = new Date(momentOf(value));
  const isDay = random() < 0.5;
  const text = isDay ? at.toISOString().slice(0, 10) : at.toISOString();
  const low = momentOf(text);
  const high = isDay ? low + DAY_MS - 1 : low;
  const neverFits = !isUpper && column === "expires_at";
  return [
    `${key}::${text}`,
    (row) => {
      if (row[column] === null) return neverFits;
      return isUpper ? momentOf(row[column]) <= high : momentOf(row[column]) >= low;
    },
  ];
}

function dayBound(key: string, column: string, isUpper: boolean): [string, Fits] {
  const day = String(oneOf(rows.filter((row) => row[column] !== null))[column]);
  return [
    `${key}::${day}`,
    (row) => {
      if (row[column] === null) return !isUpper;
      return isUpper ? String(row[column]) <= day : String(row[column]) >= day;
    },
  ];
}

const bounds = Object.fromEntries(
  ["created_at", "issued_at", "expires_at", "state_updated_at", "updated_at"].flatMap((column) => [
    [`${column}_min`, () => bound(`${column}_min`, column, false)],
    [`${column}_max`, () => bound(`${column}_max`, column, true)],
  ]),
);
const dayBounds = Object.fromEntries(
  ["issued_at_date", "expires_at_date"].flatMap((column) => [
    [`${column}_min`, () => dayBound(`${column}_min`, column, false)],
    [`${column}_max`, () => dayBound(`${column}_max`, column, true)],
  ]),
);

const equals = (key: string, column: string) => (): [string, Fits] => {
  const value = oneOf(rows.filter((row) => row[column] !== null))[column];
  return [`${key}::${value}`, (row) => row[column] === value];
};

const amongIds = (key: string, column: string) => (): [string, Fits] => {
  const ids = [oneOf(rows), oneOf(rows)].flatMap((row) => row[column] ?? organization.id) as string[];
  return [`${key}::${ids.join(", ")}`, (row) => ids.includes(String(row[column]))];
};

const shares = (key: string, of: (row: Row) => string[]) => (): [string, Fits] => {
  const wanted = [oneOf(of(oneOf(rows))), oneOf(of(oneOf(rows)))];
  return [`${key}::${wanted.join(",")}`, (row) => of(row).some((item) => wanted.includes(item))];
};

/** Each filter key to a random value of it, and to what it means, said once more and naively. */
const oracle: Record<string, () => [string, Fits]> = {
  ...bounds,
  ...dayBounds,
  query: () => {
    const piece = pieceOf(String(oneOf(rows)[oneOf(["issued_to", "recipient_email"])])).replaceAll("|", "");
    return [
      `query::${piece}`,
      (row) => includes(row.issued_to, piece) || includes(row.recipient_email, piece),
    ];
  },
  state: () => {
    const states = ["pending", ...some(["accepted", "rejected", "revoked", "replaced"])];
    return [`state::${states.join(",")}`, (row) => states.includes(String(row.state))];
  },
  public: () => {
    const wanted = random() < 0.5;
    return [`public::${wanted}`, (row) => row.public === wanted];
  },
  user_id: amongIds("user_id", "user_id"),
  issuer_id: amongIds("issuer_id", "organization_id"),
  badge_template_id: amongIds("badge_template_id", "badge_template_id"),
  "badge_templates[owner_id]": amongIds("badge_templates[owner_id]", "template_organization_id"),
  issuer_earner_id: equals("issuer_earner_id", "issuer_earner_id"),
  recipient_email: equals("recipient_email", "recipient_email"),
  recipient_email_all: () => {
    const row = oneOf(rows);
    const email = oneOf([String(row.recipient_email), ...(row.addresses ?? [])]);
    return [
      `recipient_email_all::${email}`,
      (one) => one.recipient_email === email || Boolean(one.addresses?.includes(email)),
    ];
  },
  "badge_templates[name]": () => {
    const { name } = oneOf(rows).template;
    if (random() < 0.3) return [`badge_templates[name]::"${name}"`, (row) => row.template.name === name];
    const piece = pieceOf(name);
    return [`badge_templates[name]::${piece}`, (row) => includes(row.template.name, piece)];
  },
  "badge_templates[skills]": shares("badge_templates[skills]", (row) => row.template.skills),
  "badge_templates[reporting_tags]": shares(
    "badge_templates[reporting_tags]",
    (row) => row.template.reporting_tags,
  ),
};

const SORTS: Record<string, (row: Row) => string | number> = {
  created_at: (row) => momentOf(row.created_at),
  issued_at: (row) => momentOf(row.issued_at),
  state_updated_at: (row) => momentOf(row.state_updated_at),
  "badge_templates[name]": (row) => row.template.name,
  "users[first_name]": (row) => String(row.issued_to_first_name),
  "users[last_name]": (row) => String(row.issued_to_last_name),
};

type Metadata = { total_count: number; total_pages: number };

async function listAll(query: Record<string, string>): Promise<{ ids: string[]; metadata: Metadata }> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const address = `/badges?${new URLSearchParams({ ...query, page: String(page) }).toString()}`;
    const { status, data, metadata } = await organization.client.get(address);
    expect(status, `seed ${seed}, ${JSON.stringify(query)}: ${JSON.stringify(data)}`).toBe(200);
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (metadata.next_page_url === null) return { ids, metadata };
  }
}

/** Of a list that must have it. */
function required<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error("Not there.");
  return item;
}

const question = (key: string): [string, Fits] => required(oracle[key])();

const rowsOf = (ids: string[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => required(byId.get(id)));
};

describe(`filters and orders against a naive reading of them (SEED=${seed})`, () => {
  it.each(Object.keys(oracle))("filter %s", async (key) => {
    for (let round = 0; round < 3; round += 1) {
      const [filter, fits] = question(key);
      const expected = rows.filter(fits).map(({ id }) => id);
      const { data, metadata } = await organization.client.get(
        `/badges?${new URLSearchParams({ filter }).toString()}`,
      );
      expect(metadata.total_count, `seed ${seed}: ${filter}`).toBe(expected.length);
      const allowed = new Set(expected);
      for (const { id } of data) expect(allowed.has(id), `seed ${seed}: ${filter}`).toBe(true);
      const walked = await organization.client.get(
        `/high_volume_issued_badge_search?${new URLSearchParams({ filter, badge_format: "minimal" }).toString()}`,
      );
      expect(walked.data.length, `seed ${seed}: ${filter}`).toBe(Math.min(expected.length, 1_000));
    }
  });

  it("several filters hold together", async () => {
    for (let round = 0; round < 12; round += 1) {
      const parts = [oneOf(Object.keys(oracle)), oneOf(Object.keys(oracle))].map((key) => question(key));
      const filter = parts.map(([text]) => text).join("|");
      const expected = rows.filter((row) => parts.every(([, fits]) => fits(row))).map(({ id }) => id);
      const { ids } = await listAll({ filter, sort: oneOf(Object.keys(SORTS)) });
      expect(ids.toSorted(), `seed ${seed}: ${filter}`).toEqual(expected.toSorted());
    }
  });

  it.each(Object.keys(SORTS).flatMap((key) => [key, `-${key}`]))("order %s", async (key) => {
    const read = required(SORTS[key.replace("-", "")]);
    for (const filter of ["", "state::rejected,revoked"]) {
      const { ids } = await listAll({ sort: key, filter });
      expect(new Set(ids).size).toBe(ids.length);
      const values = rowsOf(ids).map(read);
      const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
      expect(values, `seed ${seed}`).toEqual(key.startsWith("-") ? sorted.toReversed() : sorted);
    }
  });

  it("an order of several keys, with one of them twice", async () => {
    const { ids } = await listAll({
      sort: "badge_templates[name]|-issued_at|badge_templates[name]|issued_at",
    });
    const values = rowsOf(ids);
    expect(ids).toHaveLength(rows.length);
    for (const [index, row] of values.slice(1).entries()) {
      const before = required(values[index]);
      const isInOrder =
        before.template.name < row.template.name ||
        (before.template.name === row.template.name && momentOf(before.issued_at) >= momentOf(row.issued_at));
      expect(isInOrder, `seed ${seed}, position ${index}`).toBe(true);
    }
  });
});

describe("edges of the filters", () => {
  it.each([
    ["query::%", 0],
    ["query::_", 0],
    ["query::\\", 0],
    ["query::a\nb", 0],
    ["badge_templates[name]::100%_", "template"],
    ["badge_templates[name]::%", "template"],
    ["badge_templates[name]::1%0", 0],
    ["issuer_earner_id::", 0],
    ["query::", "all"],
  ] as const)("%s takes its characters as they are", async (filter, expected) => {
    const { metadata } = await organization.client.get(
      `/badges?${new URLSearchParams({ filter }).toString()}`,
    );
    const ofTemplate = rows.filter(({ template }) => template.name === "Half of 100%_done").length;
    const numbers = { template: ofTemplate, all: rows.length };
    expect(metadata.total_count).toBe(typeof expected === "number" ? expected : numbers[expected]);
  });

  it("a calendar date far from its moment is found: a zone, and months counted from the 31st", async () => {
    const issuer = await makeOrganization();
    const monthly = await makeTemplate(issuer, {
      default_expires_at_type: "duration",
      default_expires_after: "P1M",
    });
    const body = badgeBody(monthly.id, { issued_at: "2026-01-28T20:00:00-12:00" });
    expect((await issuer.client.post("/badges", body)).status).toBe(201);
    const total = async (filter: string) =>
      (await issuer.client.get(`/badges?${new URLSearchParams({ filter }).toString()}`)).metadata.total_count;
    const { data } = await issuer.client.get("/badges");
    const { issued_at_date, expires_at_date } = data[0];
    for (const [key, day] of [
      ["issued_at_date", issued_at_date],
      ["expires_at_date", expires_at_date],
    ]) {
      expect(await total(`${key}_min::${day}|${key}_max::${day}`), key).toBe(1);
    }
  });
});
