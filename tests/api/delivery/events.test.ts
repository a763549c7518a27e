import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { createOrganizationClient, ORIGIN } from "../../support/http/client";
import { openConnection, sql } from "../../support/platform/database";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

type Event = { id: string; event_type: string; occurred_at: string };

async function issueBadge() {
  const { status, data } = await organization.client.post("/badges", badgeBody(template.id));
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

const toIds = (events: Event[]): string[] => events.map(({ id }) => id);

describe("GET /organizations/{id}/events", () => {
  it("200: newest first, each with its full payload", async () => {
    const badge = await issueBadge();
    const { status, data, metadata } = await organization.client.get("/events");
    expect(status).toBe(200);
    expect(metadata).toMatchObject({ current_page: 1, per: 50, count: data.length });
    expect(data[0]).toMatchObject({
      organization_id: organization.id,
      event_type: "badge.created",
      badge: { id: badge.id, state: "pending", recipient_email: badge.recipient_email },
    });
    expect(data[0].badge).not.toHaveProperty("accept_badge_url");
    expect(data.at(-1)).toMatchObject({
      event_type: "badge_template.created",
      badge_template: { id: template.id },
    });
    const times = data.map(({ occurred_at }: Event) => occurred_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it("200: paginated, with URLs that keep the order", async () => {
    await issueBadge();
    const whole = await organization.client.get("/events");
    const { data, metadata } = await organization.client.get("/events?per=1&page=2&order=desc");
    expect(toIds(data)).toEqual(toIds(whole.data).slice(1, 2));
    const path = `${ORIGIN}/v1/organizations/${organization.id}/events`;
    expect(metadata.previous_page_url).toBe(`${path}?per=1&page=1&order=desc`);
  });

  it("200: after an event, in each direction", async () => {
    const { data: newestFirst } = await organization.client.get("/events");
    const middle = newestFirst[1].id as string;
    const older = await organization.client.get(`/events?after=${middle}`);
    expect(toIds(older.data)).toEqual(toIds(newestFirst).slice(2));
    await expect
      .poll(async () => toIds((await organization.client.get(`/events?after=${middle}&order=asc`)).data))
      .toEqual(toIds(newestFirst).slice(0, 1));
  });

  it("400: a wrong order, an after that is not an event of this organization, a filter", async () => {
    const other = await createTestOrganization();
    await createTemplate(other);
    const foreign = (await other.client.get("/events")).data[0].id as string;
    for (const query of [
      "order=up",
      "after=x",
      "after=%00",
      `after=${newId()}`,
      `after=${foreign}`,
      `after=${foreign}&order=asc`,
      "filter=event_type::badge.created",
      "sort=occurred_at",
      "page=0",
      "page=10000",
    ]) {
      expect((await organization.client.get(`/events?${query}`)).status, query).toBe(400);
    }
  });

  it("403: a token without read permission", async () => {
    const created = await organization.client.post("/authorization_tokens", {
      read_enabled: false,
      write_enabled: true,
    });
    expect((await createOrganizationClient(organization.id, created.data.token).get("/events")).status).toBe(
      403,
    );
  });
});

describe("GET /organizations/{id}/events/{id}", () => {
  it("200: the event as the list shows it, with the current badge", async () => {
    const badge = await issueBadge();
    const [listed] = (await organization.client.get("/events?per=1")).data;
    expect((await organization.client.get(`/events/${listed.id}`)).data).toEqual(listed);
    await sql("UPDATE issued_badges SET state = 'revoked', deleted_at = now() WHERE id = $1", [badge.id]);
    const { data } = await organization.client.get(`/events/${listed.id}`);
    expect(data.badge).toMatchObject({ id: badge.id, state: "revoked" });
  });

  it("404: unknown, another organization's and malformed ids", async () => {
    const other = await createTestOrganization();
    const [foreign] = (await organization.client.get("/events?per=1")).data;
    for (const id of [newId(), foreign.id, "x", "%00"]) {
      expect((await other.client.get(`/events/${id}`)).status).toBe(404);
    }
  });
});

describe("polling forward while transactions commit late", () => {
  /** Writes an event as the service does, in the open transaction of this connection. */
  async function writeEvent(client: pg.Client, owner: string): Promise<string> {
    const id = newId();
    await client.query(
      `INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id)
       VALUES ($1, $2, 'badge_template.changed', now(), $3)`,
      [id, owner, template.id],
    );
    return id;
  }

  async function beginTransaction(): Promise<pg.Client> {
    const client = await openConnection();
    await client.query("BEGIN");
    return client;
  }

  async function commitTransaction(client: pg.Client): Promise<void> {
    await client.query("COMMIT");
    await client.end();
  }

  /** A receiver that continues after the last event it read, page by page. */
  function createPoller(of: TestOrganization, per: number) {
    const seen: string[] = [];
    const poll = async (): Promise<string[]> => {
      for (;;) {
        const last = seen.at(-1);
        const after = last === undefined ? "" : `&after=${last}`;
        const { status, data } = await of.client.get(`/events?order=asc&per=${per}${after}`);
        expect(status).toBe(200);
        seen.push(...toIds(data));
        if (data.length === 0) return seen;
      }
    };
    return { seen, poll };
  }

  it("skips and repeats nothing, whatever the order of the commits", async () => {
    const own = await createTestOrganization();
    const { seen, poll } = createPoller(own, 2);
    const [first, second, third] = [
      await beginTransaction(),
      await beginTransaction(),
      await beginTransaction(),
    ];
    const early = [await writeEvent(first, own.id)];
    const middle = [await writeEvent(second, own.id), await writeEvent(second, own.id)];
    const late = [await writeEvent(third, own.id)];
    early.push(await writeEvent(first, own.id));

    await commitTransaction(third);
    expect(await poll()).toEqual([]);
    await commitTransaction(second);
    expect(await poll()).toEqual([]);
    // The first transaction was the oldest. Its commit settles everything, in the order of transactions.
    await commitTransaction(first);
    await expect.poll(poll).toEqual([...early, ...middle, ...late]);

    const fourth = await beginTransaction();
    const open = await writeEvent(fourth, own.id);
    const { data: created } = await own.client.post("/badge_templates", { name: "Meanwhile" });
    const newest = (await own.client.get("/events?per=1")).data[0];
    expect(newest).toMatchObject({
      event_type: "badge_template.created",
      badge_template: { id: created.id },
    });
    expect(await poll()).toHaveLength(5);
    await commitTransaction(fourth);
    await expect.poll(poll).toEqual([...early, ...middle, ...late, open, newest.id]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("is not held up by a transaction that is rolled back, which leaves nothing", async () => {
    const own = await createTestOrganization();
    const { poll } = createPoller(own, 50);
    const failing = await beginTransaction();
    await writeEvent(failing, own.id);
    await own.client.post("/badge_templates", { name: "Kept" });
    expect(await poll()).toEqual([]);
    await failing.query("ROLLBACK");
    await failing.end();
    await expect.poll(poll).toHaveLength(1);
  });

  it("returns every event once to one reader while many writers run", async () => {
    const own = await createTestOrganization();
    const { seen, poll } = createPoller(own, 3);
    const writers = Array.from({ length: 4 }, async (_one, writer) => {
      for (let index = 0; index < 10; index += 1) {
        const client = await beginTransaction();
        await writeEvent(client, own.id);
        if ((index + writer) % 3 === 0) await sql("SELECT 1");
        await commitTransaction(client);
      }
    });
    let isWriting = true;
    const done = Promise.all(writers).finally(() => {
      isWriting = false;
    });
    while (isWriting) await poll();
    await done;
    await expect.poll(poll).toHaveLength(40);
    expect(new Set(seen).size).toBe(40);
    const stored = await sql("SELECT id FROM events WHERE organization_id = $1", [own.id]);
    expect(seen.toSorted()).toEqual(stored.map(({ id }) => String(id)).toSorted());
  });

  it("pages in one direction neither repeat nor skip", async () => {
    const own = await createTestOrganization();
    for (let index = 0; index < 5; index += 1) {
      await own.client.post("/badge_templates", { name: `Template ${index}` });
    }
    const readAllPages = async () => {
      const ids: string[] = [];
      let path: string | null = "/events?order=asc&per=2";
      while (path !== null) {
        const { data, metadata } = await own.client.get(path);
        ids.push(...toIds(data));
        path = metadata.next_page_url && `/events${new URL(metadata.next_page_url).search}`;
      }
      return ids;
    };
    const newestFirst = toIds((await own.client.get("/events")).data);
    expect(newestFirst).toHaveLength(5);
    await expect.poll(readAllPages).toEqual(newestFirst.toReversed());
  });
});
