import { beforeAll, describe, expect, it } from "vitest";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";

// What existing clients of the interface send: numbers for ids, times as forms write them, words in other cases.

let organization: TestOrganization;
let templateId = "";
beforeAll(async () => {
  organization = await createTestOrganization();
  templateId = (await createTemplate(organization)).id;
});
let serial = 0;
const nextAddress = (): string => `client${(serial += 1)}@example.org`;

const issue = async (more: object) =>
  organization.client.post("/badges", {
    badge_template_id: templateId,
    recipient_email: nextAddress(),
    issued_to_first_name: "Ann",
    issued_to_last_name: "Lee",
    issued_at: "2026-11-20T10:00:00Z",
    ...more,
  });

describe("ids that are numbers", () => {
  it("are the same as their digits, in badges", async () => {
    const badge = await issue({
      issuer_earner_id: 12345,
      issuer_earner_group: { external_id: 7, name: "Seven" },
    });
    expect(badge).toMatchObject({
      status: 201,
      data: { issuer_earner_id: "12345", issuer_earner_group: { external_id: "7" } },
    });
    const { data } = await organization.client.get("/badges?filter=issuer_earner_id::12345");
    expect(data.map(({ id }: { id: string }) => id)).toEqual([badge.data.id]);
  });

  it("are the same as their digits, in employees", async () => {
    const { status, data } = await organization.client.post("/employees", {
      email: nextAddress(),
      external_id: 4711,
      manager_external_id: 1,
      zip_code: 12047,
    });
    expect([status, data.external_id, data.manager_external_id, data.zip_code]).toEqual([
      201,
      "4711",
      "1",
      "12047",
    ]);
    const invited = await organization.client.post("/employees/send_invitations", {
      employee_list: [4711],
      list_type: "external_id",
    });
    expect(invited.status).toBe(200);
  });

  it.each([1.5, 2 ** 60, true, {}, []])("%j is refused", async (id) => {
    const { status, data } = await issue({ issuer_earner_id: id });
    expect(status).toBe(422);
    expect(data.errors).toEqual([expect.objectContaining({ field: "issuer_earner_id" })]);
  });
});

describe("times", () => {
  it.each([
    ["2026-11-20  03:45:12 pm", "2026-11-20T15:45:12.000Z"],
    ["Fri, 20 Nov 2026 15:45:12 +0000", "2026-11-20T15:45:12.000Z"],
    [1795189512, "2026-11-20T15:45:12.000Z"],
  ])("%s are read", async (written, at) => {
    expect(await issue({ issued_at: written })).toMatchObject({ status: 201, data: { issued_at: at } });
  });

  it("are read from a form", async () => {
    const fields = {
      badge_template_id: templateId,
      recipient_email: nextAddress(),
      issued_to_first_name: "Ri",
      issued_to_last_name: "Ki",
    };
    const form = `${new URLSearchParams(fields).toString()}&issued_at=2026-11-27++03%3A45%3A12+pm`;
    const { status, data } = await organization.client.post("/badges", form, {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([status, data.issued_at]).toEqual([201, "2026-11-27T15:45:12.000Z"]);
  });
});

describe("true and false", () => {
  it.each([
    [1, true],
    [0, false],
    ["1", true],
    ["False", false],
    [true, true],
  ])("%j is read as %s", async (written, value) => {
    expect(await issue({ suppress_badge_notification_email: written })).toMatchObject({
      status: 201,
      data: { suppress_badge_notification_email: value },
    });
  });

  it.each([false, "false", "0", 0])("a badge never expires whose expires_at is %j", async (written) => {
    expect(await issue({ expires_at: written })).toMatchObject({ status: 201, data: { expires_at: null } });
  });

  it.each([2, -1, 0.5, "yes", "2", {}])("%j is neither", async (written) => {
    const { status, data } = await issue({ suppress_badge_notification_email: written });
    expect([status, data.errors]).toEqual([
      422,
      [expect.objectContaining({ field: "suppress_badge_notification_email" })],
    ]);
  });
});

describe("filters", () => {
  it.each(["true", "True", "TRUE", "1"])("take %s for true", async (word) => {
    expect((await organization.client.get(`/badges?filter=public::${word}`)).status).toBe(200);
  });

  it.each(["yes", "2", "tRuE", ""])("do not take %j for true or false", async (word) => {
    const { status, data } = await organization.client.get(`/badges?filter=public::${word}`);
    expect([status, data.message]).toEqual([400, "The filter public takes true or false."]);
  });

  it.each(["recipient_email", "recipient_email_all"])("say what is wrong with a raw + in %s", async (key) => {
    await issue({ recipient_email: "ada+badges@example.org" });
    const found = await organization.client.get(`/badges?filter=${key}::ada%2Bbadges@example.org`);
    expect(found.data).toHaveLength(1);
    const { status, data } = await organization.client.get(`/badges?filter=${key}::ada+badges@example.org`);
    expect(status).toBe(400);
    expect(data.message).toContain("%2B");
  });

  it("are named when the offset of a date has one; words are found with it", async () => {
    const date = "2026-11-27T00:00:00+02:00";
    for (const key of ["issued_at_min", "issued_at_max", "issued_at_date_min"]) {
      const { status, data } = await organization.client.get(`/badges?filter=${key}::${date}`);
      expect([status, data.message]).toEqual([400, expect.stringContaining("%2B")]);
    }
    const { status } = await organization.client.get(
      `/badges?filter=issued_at_min::${encodeURIComponent(date)}`,
    );
    expect(status).toBe(200);
    const { data } = await organization.client.get("/badges?filter=issued_at_min::tomorrow");
    expect(data.message).not.toContain("%2B");
  });
});

describe("names of countries", () => {
  it.each([
    ["USA", "US"],
    ["Turkey", "TR"],
    ["Brasil", "BR"],
    ["Deutschland", "DE"],
    ["日本", "JP"],
    ["대한민국", "KR"],
    ["Korea, Republic of", "KR"],
    ["the Netherlands", "NL"],
    ["Cote d'Ivoire", "CI"],
    ["GBR", "GB"],
    ["Narnia", null],
  ])("%s has the code %s", async (name, code) => {
    expect(await issue({ country_name: name })).toMatchObject({
      status: 201,
      data: { country: name, country_code: code },
    });
  });
});
