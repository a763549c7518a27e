import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  issueAcceptedBadge,
  listEventsByPrefix,
  issueBadgeTo,
  createEarner,
  type TestEarner,
} from "../../support/accounts/earners";
import { until } from "../../support/until";

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

const connect = (earner: TestEarner, organization: TestOrganization) =>
  earner.client.post("/connected_applications", { client_id: organization.client_id });

async function connectApplication(earner: TestEarner, organization: TestOrganization) {
  const { status, data } = await connect(earner, organization);
  expect(status).toBe(201);
  return data as { id: number };
}

const toEventTypes = (events: { event_type: string }[]): string[] =>
  events.map(({ event_type: type }) => type.replace("user.public_badges.", "")).toSorted();

describe("/me/connected_applications", () => {
  it("201 connects; 200 lists the connected applications, newest first; 204 disconnects", async () => {
    const [one, two] = [await createTestOrganization(), await createTestOrganization()];
    const earner = await createEarner();
    const { status, data } = await connect(earner, one);
    expect(status).toBe(201);
    expect(data).toMatchObject({
      client_id: one.client_id,
      name: "Default",
      organization: { id: one.id },
    });
    await connectApplication(earner, two);
    const listed = await earner.client.get("/connected_applications");
    expect(listed.data.map(({ organization }: { organization: { id: string } }) => organization.id)).toEqual([
      two.id,
      one.id,
    ]);
    expect((await earner.client.delete(`/connected_applications/${data.id}`)).status).toBe(204);
    expect((await earner.client.get("/connected_applications")).metadata.total_count).toBe(1);
    expect((await createEarner()).id).not.toBe(earner.id);
  });

  it("404: not connected, already disconnected, another earner's, not a number", async () => {
    const earner = await createEarner();
    const { id } = await connectApplication(earner, issuer);
    const other = await createEarner();
    for (const wrong of [String(id), "999999999", "9999999999", "x", "-1"]) {
      expect((await other.client.delete(`/connected_applications/${wrong}`)).status).toBe(404);
    }
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => earner.client.delete(`/connected_applications/${id}`)),
    );
    expect(sortedStatuses(responses)).toEqual([204, 404, 404]);
  });

  it("422: refuses an unknown client id", async () => {
    const { client } = await createEarner();
    for (const id of ["nobody", "", null, "\u0000", "x".repeat(256)]) {
      expect((await client.post("/connected_applications", { client_id: id })).status).toBe(422);
    }
  });

  it("are removed together with the application", async () => {
    const deletedOrganization = await createTestOrganization();
    const earner = await createEarner();
    const { id } = await connectApplication(earner, deletedOrganization);
    await sql("DELETE FROM oauth_applications WHERE id = $1", [id]);
    expect((await earner.client.get("/connected_applications")).data).toEqual([]);
  });
});

describe("events for the organization of a connected application", () => {
  it("on connecting: each public badge is reported once, however often and by how many applications", async () => {
    const [watcher, earner] = [await createTestOrganization(), await createEarner()];
    const badges = [await issueAcceptedBadge(issuer, earner), await issueAcceptedBadge(issuer, earner)];
    await issueAcceptedBadge(issuer, earner, true);
    await issueBadgeTo(issuer, earner.email);
    const { id } = await connectApplication(earner, watcher);
    await connectApplication(earner, watcher);
    const [second] = await sql(
      `INSERT INTO oauth_applications (organization_id, name, uid, secret_digest, read_enabled, write_enabled,
         delete_enabled, scopes, created_by_type, created_by_name, updated_at)
       VALUES ($1, 'Second', $2, '', true, true, true, '{all}', 'User', 'x', now()) RETURNING uid`,
      [watcher.id, `second-${watcher.id}`],
    );
    await earner.client.post("/connected_applications", { client_id: second?.uid });
    const events = await listEventsByPrefix(watcher, "user.public_badges");
    expect(toEventTypes(events)).toEqual(["added", "added"]);
    const reportedIds = events.map(({ badge }) => (badge as { id: string }).id).toSorted();
    expect(reportedIds).toEqual(badges.map((badge) => badge.id).toSorted());
    expect(events[0]).toMatchObject({ user_id: earner.id, badge: { state: "accepted", public: true } });
    await earner.client.delete(`/connected_applications/${id}`);
    await connectApplication(earner, watcher);
    expect(await listEventsByPrefix(watcher, "user.public_badges")).toHaveLength(2);
  });

  it("while connected: each change to the set of public badges is reported, and no other change", async () => {
    const [watcher, earner] = [await createTestOrganization(), await createEarner()];
    const { id: applicationId } = await connectApplication(earner, watcher);
    const listEventTypes = async () => toEventTypes(await listEventsByPrefix(watcher, "user."));
    const { id } = await issueAcceptedBadge(issuer, earner, true);
    expect(await listEventTypes()).toEqual([]);
    await earner.client.patch(`/badges/${id}`, { public: true });
    expect(await listEventTypes()).toEqual(["added", "changed"]);
    await earner.client.patch(`/badges/${id}`, { public: true });
    await issueBadgeTo(issuer, earner.email);
    expect(await listEventTypes()).toEqual(["added", "changed"]);
    await earner.client.post(`/badges/${id}/reject`);
    const events = await listEventsByPrefix(watcher, "user.");
    expect(toEventTypes(events)).toEqual(["added", "changed", "changed", "removed"]);
    expect(events.at(-1)).toMatchObject({
      user_id: earner.id,
      badge: { id, state: "accepted", public: false },
    });
    await earner.client.delete(`/connected_applications/${applicationId}`);
    await issueAcceptedBadge(issuer, earner);
    expect((await listEventTypes()).toSorted()).toEqual(
      ["added", "changed", "changed", "removed", "user.connect_access.removed"].toSorted(),
    );
    expect(await listEventsByPrefix(issuer, "user.public_badges")).toEqual([]);
  });

  it("user.connect_access.removed: names the earner who disconnected", async () => {
    const [watcher, earner] = [await createTestOrganization(), await createEarner()];
    const { id } = await connectApplication(earner, watcher);
    await earner.client.delete(`/connected_applications/${id}`);
    const [event, ...more] = await listEventsByPrefix(watcher, "user.");
    expect(more).toEqual([]);
    expect(event).toEqual({
      id: event?.id,
      organization_id: watcher.id,
      event_type: "user.connect_access.removed",
      occurred_at: event?.occurred_at,
      user_id: earner.id,
    });
  });

  it.each(["accepted", "made public"])(
    "a badge that is %s while the earner connects is reported once",
    async (how) => {
      const [watcher, earner] = [await createTestOrganization(), await createEarner()];
      const isNew = how === "accepted";
      const { id } = await (isNew
        ? issueBadgeTo(issuer, earner.email)
        : issueAcceptedBadge(issuer, earner, true));
      const blocker = await openConnection();
      await blocker.query("BEGIN");
      await blocker.query("SELECT 1 FROM users WHERE id = $1 FOR UPDATE", [earner.id]);
      const changing = isNew
        ? earner.client.post(`/badges/${id}/accept`)
        : earner.client.patch(`/badges/${id}`, { public: true });
      const connecting = connect(earner, watcher);
      await until("both to wait for the account", () => isWaiting(2));
      await blocker.query("COMMIT");
      await blocker.end();
      expect((await Promise.all([changing, connecting])).map(({ status }) => status)).toEqual([200, 201]);
      const added = toEventTypes(await listEventsByPrefix(watcher, "user.")).filter(
        (type) => type === "added",
      );
      expect(added).toEqual(["added"]);
    },
  );
});
