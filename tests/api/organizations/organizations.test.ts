import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET as shareBadge } from "@/app/(public)/badges/[badge_id]/share/[channel]/route";
import { getImageBytes } from "@/lib/art/images/service";
import { presentOrganizationPage } from "@/lib/credentials/public-pages/serializer";
import { getOrganizationPage, readOrganizationPageStatus } from "@/lib/credentials/public-pages/service";
import { env } from "@/lib/kernel/env";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { basicHeaders, ORIGIN, send } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { createMember } from "../../support/accounts/members";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization("Häfen & Söhne");
});

/** An image host on this machine. */
let images: Server;
let imageHost = "";
const createPng = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#1f4e79" } })
    .png()
    .toBuffer();

beforeAll(async () => {
  const bytes = await createPng();
  images = createServer((request, response) => {
    if (request.url === "/photo.png") response.writeHead(200, { "content-type": "image/png" }).end(bytes);
    else if (request.url === "/text")
      response.writeHead(200, { "content-type": "image/png" }).end("no image");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => images.listen(0, "127.0.0.1", resolve));
  imageHost = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => images.close(resolve)));

describe("GET /organizations", () => {
  it("200: a token sees its own organization in the list envelope", async () => {
    const { status, data, metadata } = await send("GET", "/v1/organizations", {
      headers: basicHeaders(organization.authorization_token),
    });
    expect(status).toBe(200);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([organization.id]);
    expect(metadata).toEqual({
      count: 1,
      current_page: 1,
      total_count: 1,
      total_pages: 1,
      per: 50,
      previous_page_url: null,
      next_page_url: null,
    });
  });

  it("200: a person sees all organizations they are a member of, by name, paginated", async () => {
    const other = await createTestOrganization("Aardvark College");
    const person = await createMember(organization.id, "viewer");
    await sql(
      "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())",
      [other.id, person.id],
    );
    const { data } = await send("GET", "/v1/organizations", { headers: person.headers });
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Aardvark College", "Häfen & Söhne"]);
    const second = await send("GET", "/v1/organizations?per=1&page=2", { headers: person.headers });
    expect(second.data[0].name).toBe("Häfen & Söhne");
    expect(second.metadata).toMatchObject({ count: 1, total_count: 2, total_pages: 2, next_page_url: null });
    expect(second.metadata.previous_page_url).toBe(`${ORIGIN}/v1/organizations?per=1&page=1`);
  });

  it("401: without a credential", async () => {
    expect((await send("GET", "/v1/organizations")).status).toBe(401);
  });
});

describe("GET /organizations/{id}", () => {
  it("200: the organization with every field of the specification", async () => {
    const { status, data } = await organization.client.get("");
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id: organization.id,
      name: "Häfen & Söhne",
      vanity_slug: "hafen-sohne",
      url: `${ORIGIN}/v1/organizations/${organization.id}`,
      vanity_url: `${ORIGIN}/org/hafen-sohne`,
      photo: null,
      photo_url: null,
      default_page: "badges",
      workforce_enabled: true,
      verified: false,
      verified_at: null,
      has_employees: false,
      featured_badge_templates: [],
    });
    expect(data.allowed_webhooks).toContain("badge.created");
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("200: the path's id may be written in capitals, with a token and with a session", async () => {
    const path = `/v1/organizations/${organization.id.toUpperCase()}`;
    const headers = basicHeaders(organization.authorization_token);
    expect((await send("GET", path, { headers })).data.id).toBe(organization.id);
    const member = await createMember(organization.id, "viewer");
    expect((await send("GET", path, { headers: member.headers })).data.id).toBe(organization.id);
  });

  it("404: another organization's looks like an unknown one", async () => {
    const other = await createTestOrganization();
    const headers = basicHeaders(other.authorization_token);
    const foreign = await send("GET", `/v1/organizations/${organization.id}`, { headers });
    const none = await send("GET", "/v1/organizations/0190a5b4-0000-7000-8000-000000000000", { headers });
    const noId = await send("GET", "/v1/organizations/nothing", { headers });
    expect(foreign.status).toBe(404);
    expect([foreign.data, noId.data]).toEqual([none.data, none.data]);
  });
});

describe("PUT /organizations/{id}", () => {
  const body = {
    name: "Hafen College",
    website_url: "https://example.org/",
    webhook_url: "https://example.org/hook",
    zip_or_postal_code: "20457",
    contact_email: "Contact@Example.org",
    legal_contact_email: "legal@example.org",
    organization_type: "Education",
    bio: "Two\nlines.",
    twitter_url: "https://example.org/t",
    facebook_url: "https://example.org/f",
    city: "Hamburg",
    state_or_province: "HH",
    country: "Germany",
    address: "Am Kai 1",
    hide_subscription: true,
  };

  it("200: accepts every field of the specification and leaves the others unchanged", async () => {
    const { status, data } = await organization.client.put("", body);
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data).toMatchObject({ ...body, contact_email: "contact@example.org" });
    expect(data.location).toBe("Hamburg, HH, Germany");
    const again = await organization.client.put("", { bio: "One." });
    expect(again.data).toMatchObject({ ...body, contact_email: "contact@example.org", bio: "One." });
    expect((await organization.client.get("")).data).toEqual(again.data);
  });

  it("200: a given location takes precedence over the composed one; null clears it", async () => {
    expect((await organization.client.put("", { location: "By the sea" })).data.location).toBe("By the sea");
    expect((await organization.client.put("", { location: null })).data.location).toBe(
      "Hamburg, HH, Germany",
    );
  });

  it("200: a given location goes when the address changes without a new one, and stays when it is sent once more", async () => {
    const put = async (changes: Record<string, unknown>) =>
      (await organization.client.put("", changes)).data.location as string | null;
    await put({ location: "By the sea", city: "Hamburg", state_or_province: "HH", country: "Germany" });
    expect(await put({ city: "Hamburg", country: "Germany", bio: "One." })).toBe("By the sea");
    expect(await put({ city: "Kiel", location: "By the canal" })).toBe("By the canal");
    for (const [part, composed] of [
      [{ city: "Bergen" }, "Bergen, HH, Germany"],
      [{ state_or_province: null }, "Bergen, Germany"],
      [{ country: "Norway" }, "Bergen, Norway"],
    ] as const) {
      expect(await put(part)).toBe(composed);
      await put({ location: "By the sea" });
    }
  });

  it("200: the page on LinkedIn, by which earners add their badges to their profile there", async () => {
    const page = { linked_in_url: "https://www.linkedin.com/company/1337", linked_in_name: "Hafen" };
    const { data } = await organization.client.put("", { ...page, linked_in_org_id: 1337 });
    expect(data).toMatchObject({ ...page, linked_in_org_id: "1337" });
    expect(data.linkedin_a2p_url).toContain("organizationId=1337");
    const earner = await createEarner();
    const badge = await issueAcceptedBadge(organization, earner);
    const readShared = async () => {
      const context = { params: Promise.resolve({ badge_id: badge.id, channel: "linkedin" }) };
      const response = await shareBadge(new Request(`${ORIGIN}/badges/${badge.id}/share/linkedin`), context);
      return new URL(response.headers.get("location") ?? "").searchParams;
    };
    expect((await readShared()).get("organizationId")).toBe("1337");
    await organization.client.put("", { linked_in_org_id: null });
    expect((await readShared()).get("organizationName")).toBe("Hafen");
    await organization.client.put("", { linked_in_name: "" });
    expect((await readShared()).get("organizationName")).toBe("Hafen College");
    for (const id of ["hafen", "13-37", 1.5, -1])
      expect((await organization.client.put("", { linked_in_org_id: id })).status).toBe(422);
  });

  it("200: accepts the photo as a data URL; 422 for text that is not an image", async () => {
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { status, data } = await organization.client.put("", { photo: `data:image/png;base64,${pixel}` });
    expect([status, typeof data.photo_url]).toEqual([200, "string"]);
    for (const photo of ["data:image/png;base64,AAAA", "data:text/html,x", "javascript:alert(1)"]) {
      const refused = await organization.client.put("", { photo });
      expect([refused.status, refused.data.errors[0].field]).toEqual([422, "photo"]);
    }
    await organization.client.put("", { photo: null });
  });

  it("200: crops the cover for the public page; a new one or null deletes the former; 422 for no image", async () => {
    const own = await createTestOrganization();
    const before = (await own.client.get("")).data;
    const storedCover = async () => {
      const [row] = await sql("SELECT cover_id FROM organizations WHERE id = $1", [own.id]);
      return (row?.cover_id ?? null) as string | null;
    };
    const { status, data } = await own.client.put("", { cover: `${imageHost}/photo.png` });
    expect([status, Object.keys(data)]).toEqual([200, Object.keys(before)]);
    const first = (await storedCover()) ?? "";
    const { format, width, height } = await sharp(await getImageBytes(first)).metadata();
    expect([format, width, height]).toEqual(["png", 1440, 360]);
    const page = presentOrganizationPage(await getOrganizationPage(data.vanity_slug, 1));
    expect(page.cover_url).toBe(`${ORIGIN}/images/${first}/image.png`);

    const refused = await own.client.put("", { cover: "data:image/png;base64,AAAA", name: "Other" });
    expect([refused.status, refused.data.errors[0].field]).toEqual([422, "cover"]);
    expect((await own.client.put("", { name: "Renamed" })).status).toBe(200);
    expect(await storedCover()).toBe(first);

    const stamp = async () => readOrganizationPageStatus(data.vanity_slug, 1);
    const earlier = await stamp();
    await own.client.put("", { cover: `${imageHost}/photo.png` });
    expect(await stamp()).not.toEqual(earlier);
    await expect(getImageBytes(first)).rejects.toMatchObject({ status: 404 });
    const second = (await storedCover()) ?? "";
    await own.client.put("", { cover: null });
    expect(await storedCover()).toBeNull();
    await expect(getImageBytes(second)).rejects.toMatchObject({ status: 404 });
  });

  it("200: fetches the photo, stores it as PNG, serves it; null removes it", async () => {
    const { status, data } = await organization.client.put("", { photo: `${imageHost}/photo.png` });
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data.photo).toEqual({ id: expect.any(String), url: data.photo_url });
    const stored = await sharp(await getImageBytes(data.photo.id)).metadata();
    expect(stored).toMatchObject({ format: "png", width: 40, height: 30 });
    expect((await organization.client.put("", { photo: null })).data).toMatchObject({
      photo: null,
      photo_url: null,
    });
  });

  it("422: an invalid or missing photo: nothing is stored", async () => {
    const before = await digestTables();
    for (const path of ["/text", "/missing"]) {
      const organizationResponse = await organization.client.put("", {
        name: "Other",
        photo: imageHost + path,
      });
      expect(organizationResponse.status).toBe(422);
      expect(organizationResponse.data.errors[0].field).toBe("photo");
    }
    expect(await digestTables()).toEqual(before);
  });

  it("422: names each field with a wrong value; nothing is stored", async () => {
    const before = await digestTables();
    const wrong = {
      name: "  ",
      website_url: "javascript:alert(1)",
      contact_email: "a@b, c@d",
      hide_subscription: "maybe",
      bio: "x".repeat(5_001),
      city: "x".repeat(256),
      country: 7,
    };
    const { status, data } = await organization.client.put("", wrong);
    expect(status).toBe(422);
    expect(data.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      Object.keys(wrong).toSorted(),
    );
    expect(await digestTables()).toEqual(before);
  });

  it("200: ignores keys that the caller may not set", async () => {
    const before = (await organization.client.get("")).data;
    const { status, data } = await organization.client.put("", {
      id: "0190a5b4-0000-7000-8000-000000000000",
      verified: true,
      verified_at: "2020-01-01",
      is_trial: true,
      workforce_enabled: false,
      created_at: "2000-01-01",
      vanity_slug: "x",
    });
    expect(status).toBe(200);
    expect(data).toEqual({ ...before, updated_at: data.updated_at });
  });
});

describe("PUT /organizations/{id} with checks of outbound URLs", () => {
  afterEach(() => {
    env().WEBHOOKS_ALLOW_INSECURE = true;
  });

  it.each(["http://example.org/hook", "https://127.0.0.1/hook", "https://0x7f.1/", "https://[::1]/"])(
    "422: webhook_url %s",
    async (url) => {
      env().WEBHOOKS_ALLOW_INSECURE = false;
      const { status, data } = await organization.client.put("", { webhook_url: url });
      expect(status).toBe(422);
      expect(data.errors[0].field).toBe("webhook_url");
    },
  );

  it("422: a photo inside the network", async () => {
    env().WEBHOOKS_ALLOW_INSECURE = false;
    const { status, data } = await organization.client.put("", { photo: `${imageHost}/photo.png` });
    expect(status).toBe(422);
    expect(data.errors[0].field).toBe("photo");
  });
});
