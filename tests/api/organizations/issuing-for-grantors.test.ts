import { beforeAll, describe, expect, it } from "vitest";
import { findBadgesForMail } from "@/lib/delivery/mail/subject-queries";
import {
  authorizeIssuer,
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import {
  digestTables,
  countQueries,
  isWaiting,
  lockCount,
  openConnection,
  sql,
} from "../../support/platform/database";
import { until } from "../../support/until";

let grantor: TestOrganization;
let issuer: TestOrganization;
let stranger: TestOrganization;
let template: { id: string; name: string };

beforeAll(async () => {
  grantor = await createTestOrganization("Grantor");
  issuer = await createTestOrganization("Issuer");
  stranger = await createTestOrganization("Stranger");
  template = await createTemplate(grantor);
});

const issueBadge = (organization: TestOrganization, id: string, changes: Record<string, unknown> = {}) =>
  organization.client.post("/badges", badgeBody(id, changes));

async function expectUnknownTemplate(organization: TestOrganization, id: string) {
  const { status, data } = await issueBadge(organization, id);
  expect([status, data.message]).toEqual([422, `Invalid or missing Badge Template ID: ${id}`]);
}

/** Authorizes the issuer while `work` runs. */
async function whileAuthorized(changes: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const { id } = await authorizeIssuer(grantor, issuer, changes);
  try {
    await work();
  } finally {
    await grantor.client.delete(`/issuers/${id}`);
  }
}

const listEntities = (data: {
  issuer: { entities: { label: string; primary: boolean; entity: { name: string } }[] };
}) => data.issuer.entities.map(({ label, primary, entity }) => [label, primary, entity.name]);

describe("POST /organizations/{id}/badges for a grantor", () => {
  it("201: from any active template of the grantor, counted there, created by the issuer", async () => {
    await whileAuthorized({}, async () => {
      const issued = await issueBadge(issuer, template.id, {
        issuer_earner_group: { external_id: "G", name: "Group" },
      });
      expect(issued.status, JSON.stringify(issued.data)).toBe(201);
      expect(issued.data).toMatchObject({
        state: "pending",
        created_by: { id: issuer.id, name: "Issuer" },
        badge_template: { id: template.id, owner: { id: grantor.id }, badges_count: 1 },
        issuer_earner_group: { external_id: "G" },
      });
      const { accept_badge_url, ...read } = issued.data;
      expect(accept_badge_url).toContain(issued.data.id);
      for (const organization of [issuer, grantor]) {
        expect((await organization.client.get(`/badges/${issued.data.id}`)).data).toEqual(read);
      }
      expect((await stranger.client.get(`/badges/${issued.data.id}`)).status).toBe(404);
      expect((await grantor.client.get(`/badge_templates/${template.id}`)).data.badges_count).toBe(1);
    });
  });

  it("201: needs the four round trips of every issue", async () => {
    await whileAuthorized({ allowed_badge_templates: [template.id] }, async () => {
      expect(await countQueries(() => issueBadge(issuer, template.id))).toBe(4);
    });
  });

  it("records the event for both organizations, and for no other", async () => {
    await whileAuthorized({}, async () => {
      const { data } = await issueBadge(issuer, template.id);
      for (const organization of [issuer, grantor]) {
        const [event] = (await organization.client.get("/events?per=1")).data;
        expect(event).toMatchObject({
          organization_id: organization.id,
          event_type: "badge.created",
          badge: { id: data.id },
        });
        const { data: read } = await organization.client.get(`/events/${event.id}`);
        expect(read.badge.id).toBe(data.id);
        expect((await stranger.client.get(`/events/${event.id}`)).status).toBe(404);
      }
      const rows = await sql("SELECT organization_id FROM events WHERE subject_id = $1", [data.id]);
      expect(rows.map(({ organization_id: id }) => String(id)).toSorted()).toEqual(
        [issuer.id, grantor.id].toSorted(),
      );
    });
  });

  it("422: anyone but the authorized issuer, the opposite direction, and templates that are not allowed", async () => {
    const other = await createTemplate(grantor);
    const own = await createTemplate(issuer);
    await expectUnknownTemplate(issuer, template.id);
    await whileAuthorized({ allowed_badge_templates: [other.id] }, async () => {
      const before = await digestTables();
      await expectUnknownTemplate(issuer, template.id);
      await expectUnknownTemplate(stranger, other.id);
      await expectUnknownTemplate(grantor, own.id);
      expect(await digestTables()).toEqual(before);
      expect((await issueBadge(issuer, other.id)).status).toBe(201);
      expect((await issueBadge(issuer, own.id)).status).toBe(201);
    });
    await whileAuthorized({ restrict_by_badge_templates: true }, () =>
      expectUnknownTemplate(issuer, template.id),
    );
    await whileAuthorized(
      { restrict_by_badge_templates: false, allowed_badge_templates: [other.id] },
      async () => expect((await issueBadge(issuer, template.id)).status).toBe(201),
    );
  });

  it("422: another grantor's authorization does not apply here", async () => {
    await authorizeIssuer(stranger, issuer);
    await expectUnknownTemplate(issuer, template.id);
  });

  it("422: an archived or deleted template of the grantor", async () => {
    await whileAuthorized({}, async () => {
      const archived = await createTemplate(grantor);
      await grantor.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
      expect((await issueBadge(issuer, archived.id)).data.code).toBe("template_not_active");
      await grantor.client.delete(`/badge_templates/${archived.id}`);
      await expectUnknownTemplate(issuer, archived.id);
    });
  });

  it("withdrawn: later issues are refused, earlier badges stay unchanged, for both", async () => {
    const { id } = await authorizeIssuer(grantor, issuer, { display_issuer_as: "both" });
    const { data } = await issueBadge(issuer, template.id);
    const before = (await issuer.client.get(`/badges/${data.id}`)).data;
    expect((await grantor.client.delete(`/issuers/${id}`)).status).toBe(204);
    await expectUnknownTemplate(issuer, template.id);
    for (const organization of [issuer, grantor]) {
      expect((await organization.client.get(`/badges/${data.id}`)).data).toEqual(before);
    }
    // A new authorization changes nothing about issued badges.
    await whileAuthorized({ display_issuer_as: "issuer" }, async () => {
      expect((await issuer.client.get(`/badges/${data.id}`)).data.issuer).toEqual(before.issuer);
    });
  });

  const issueSingle = async (changes: Record<string, unknown>) => {
    const { status, data } = await issueBadge(issuer, template.id, changes);
    return [status, data.message];
  };
  const issueInBatch = async () => {
    const { data } = await issuer.client.post("/badges/batch", { badges: [badgeBody(template.id)] });
    return [data[0].status, data[0].error.message];
  };
  const replaceBadge = async (old: string) => {
    const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
    const { status, data } = await issuer.client.post(`/badges/${old}/replace`, body);
    return [status, data.message];
  };

  it.each<[string, (old: string) => Promise<unknown[]>]>([
    ["an issue", () => issueSingle({})],
    ["an issue that replaces", () => issueSingle({ duplicate_behavior: "replace" })],
    ["a batch", issueInBatch],
    ["a replacement", replaceBadge],
  ])("422: withdrawn between reading and writing of %s; nothing is stored", async (_name, write) => {
    const old = (await issueBadge(issuer, (await createTemplate(issuer)).id)).data.id;
    const { id } = await authorizeIssuer(grantor, issuer, { allowed_badge_templates: [template.id] });
    const connection = await openConnection();
    try {
      await connection.query("BEGIN");
      await connection.query("DELETE FROM issuer_authorizations WHERE id = $1", [id]);
      const pending = write(old);
      await until("the issue to wait for the authorization", () => isWaiting());
      await connection.query("COMMIT");
      const before = await digestTables();
      expect(await pending).toEqual([422, `Invalid or missing Badge Template ID: ${template.id}`]);
      expect(await digestTables()).toEqual(before);
    } finally {
      await connection.end();
    }
  });

  it("201: a withdrawal waits for a running issue", async () => {
    const { id } = await authorizeIssuer(grantor, issuer);
    const other = await openConnection();
    const email = `slow-${nextSerial()}@example.org`;
    try {
      // The count is the last lock of the statement, so the statement stops after it has locked the authorization.
      await other.query("BEGIN");
      await lockCount(other, template.id);
      const issuing = issueBadge(issuer, template.id, { recipient_email: email });
      await until("the issue to wait", () => isWaiting());
      const withdrawing = grantor.client.delete(`/issuers/${id}`);
      await until("the withdrawal to wait", () => isWaiting(2));
      await other.query("COMMIT");
      expect((await issuing).status).toBe(201);
      expect((await withdrawing).status).toBe(204);
    } finally {
      await other.end();
    }
  });
});

describe("the issuer that a badge names", () => {
  const grantorAlone = [["Issued by", true, "Grantor"]];
  it.each([
    ["grantor", "issued by Grantor", grantorAlone, "Grantor"],
    ["issuer", "issued by Issuer", [["Issued by", true, "Issuer"]], "Issuer"],
    [
      "both",
      "issued on behalf of Grantor by Issuer",
      [
        ["Issued on behalf of", true, "Grantor"],
        ["Issued by", false, "Issuer"],
      ],
      "Grantor",
    ],
  ])(
    "is %s, in the response, in reads, and in the mail",
    async (display_issuer_as, summary, entities, mailed) => {
      await whileAuthorized({ display_issuer_as }, async () => {
        const { data } = await issueBadge(issuer, template.id);
        expect([data.issuer.summary, listEntities(data)]).toEqual([summary, entities]);
        expect((await grantor.client.get(`/badges/${data.id}`)).data.issuer).toEqual(data.issuer);
        expect((await findBadgesForMail([data.id])).map(({ issuer: name }) => name)).toEqual([mailed]);
      });
    },
  );

  it("is the organization itself for its own templates, even if others may issue them too", async () => {
    await whileAuthorized({ display_issuer_as: "both" }, async () => {
      const { data } = await issueBadge(grantor, template.id);
      expect([data.issuer.summary, listEntities(data)]).toEqual(["issued by Grantor", grantorAlone]);
      expect(data.created_by.id).toBe(grantor.id);
    });
  });

  it("depends on the authorization of the issuing organization, not of another issuer", async () => {
    const other = await authorizeIssuer(grantor, stranger, { display_issuer_as: "both" });
    await whileAuthorized({ display_issuer_as: "issuer" }, async () => {
      expect((await issueBadge(issuer, template.id)).data.issuer.summary).toBe("issued by Issuer");
      const { data } = await issueBadge(stranger, template.id);
      expect(data.issuer.summary).toBe("issued on behalf of Grantor by Stranger");
    });
    await grantor.client.delete(`/issuers/${other.id}`);
  });
});

describe("duplicates across issuers", () => {
  it("422: the earner already has it from any issuer", async () => {
    const recipient_email = `both-${nextSerial()}@example.org`;
    expect((await issueBadge(grantor, template.id, { recipient_email })).status).toBe(201);
    await whileAuthorized({}, async () => {
      const { status, data } = await issueBadge(issuer, template.id, { recipient_email });
      expect([status, data.code]).toEqual([422, "duplicate_badge"]);
    });
  });

  it("each issuer replaces its own badges, not another's from the same template", async () => {
    const recipient_email = `replace-${nextSerial()}@example.org`;
    const issueReplacing = (organization: TestOrganization) =>
      issueBadge(organization, template.id, { recipient_email, duplicate_behavior: "replace" });
    await whileAuthorized({}, async () => {
      const first = (await issueReplacing(issuer)).data;
      const second = (await issueReplacing(issuer)).data;
      expect(second.replaces_badge_id).toBe(first.id);
      const refused = await issueReplacing(grantor);
      expect([refused.status, refused.data.code]).toEqual([422, "duplicate_badge"]);
      expect((await grantor.client.get(`/badges/${second.id}`)).data.state).toBe("pending");
    });
  });
});

describe("GET /organizations/{id}/badges of a grantor", () => {
  const toIds = (data: { id: string }[]) => data.map(({ id }) => id);

  it("200: includes badges that authorized issuers issued from its templates, in the list and in the bulk search", async () => {
    const [owner, helper] = [await createTestOrganization("Owner"), await createTestOrganization("Helper")];
    const [own, others] = [await createTemplate(owner), await createTemplate(helper)];
    await authorizeIssuer(owner, helper, { display_issuer_as: "both" });
    const { data: byOwner } = await issueBadge(owner, own.id);
    const { data: byHelper } = await issueBadge(helper, own.id);
    const { data: ofHelper } = await issueBadge(helper, others.id);
    const listIssuedBy = async (client: TestOrganization["client"], issuers: string[]) => {
      const filter = `filter=issuer_id::${issuers.join(",")}`;
      const { data, metadata } = await client.get(`/badges?${filter}&sort=created_at`);
      const { data: bulkBadges } = await client.get(`/high_volume_issued_badge_search?${filter}`);
      const { data: minimal } = await client.get(
        `/high_volume_issued_badge_search?${filter}&badge_format=minimal`,
      );
      expect([toIds(bulkBadges), toIds(minimal), metadata.total_count]).toEqual([
        toIds(data),
        toIds(data),
        data.length,
      ]);
      return { ids: toIds(data), data, walked: bulkBadges };
    };
    const { ids, data, walked: bulkBadges } = await listIssuedBy(owner.client, [helper.id.toUpperCase()]);
    expect(ids).toEqual([byHelper.id]);
    expect(data[0]).toEqual((await owner.client.get(`/badges/${byHelper.id}`)).data);
    expect(bulkBadges[0]).toMatchObject({
      created_by: { type: "Organization", id: helper.id },
      issuer: { summary: "issued on behalf of Owner by Helper" },
    });
    expect(Object.keys(bulkBadges[0].issuer.entities[0]).sort()).toEqual([
      "id",
      "label",
      "name",
      "primary",
      "type",
    ]);
    expect((await listIssuedBy(owner.client, [owner.id, helper.id])).ids).toEqual([byOwner.id, byHelper.id]);
    expect((await listIssuedBy(owner.client, [owner.id])).ids).toEqual([byOwner.id]);
    expect((await listIssuedBy(owner.client, [stranger.id])).ids).toEqual([]);
    expect((await listIssuedBy(helper.client, [owner.id])).ids).toEqual([]);
    expect((await listIssuedBy(helper.client, [helper.id])).ids).toEqual([byHelper.id, ofHelper.id]);
    expect(toIds((await owner.client.get("/badges")).data)).toEqual([byOwner.id]);
  });
});
