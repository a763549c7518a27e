import { extractText, getDocumentProxy } from "unpdf";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { getPublicCertificate } from "@/lib/credentials/certificates/service";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { createEarner } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

const VISITOR = "203.0.113.10";

let organization: TestOrganization;
let badgeId: string;

/** Text and page size of the certificate, in points. */
async function readCertificate() {
  const { pdf, stamp } = await getPublicCertificate(badgeId, "en", VISITOR);
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  const [, , width = 0, height = 0] = (await document.getPage(1)).view;
  return { text: text.replace(/\s+/g, " "), totalPages, size: [width, height].map(Math.round), stamp };
}

const createImage = async (background: string): Promise<string> => {
  const png = await sharp({ create: { width: 60, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

const countImage = async (id: string): Promise<number> =>
  (await sql("SELECT id FROM images WHERE id = $1", [id])).length;

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  const earner = await createEarner();
  const { id: templateId } = await createTemplate(organization, { name: "Tides" });
  const created = await createPendingBadge(organization, templateId, {
    recipient_email: earner.email,
    expires_at: "2028-03-01T12:00:00Z",
  });
  await acceptByLink(created.id);
  badgeId = created.id;
});

describe("PUT /organizations/{id}/certificate_design", () => {
  it("changes the certificates of badges that were issued before", async () => {
    const before = await readCertificate();
    expect(before.size).toEqual([842, 595]);
    expect(before.text).toContain("March 1, 2028");
    const { status, data } = await organization.client.put("/certificate_design", {
      layout: "letter",
      orientation: "portrait",
      paper_size: "LETTER",
      show_expiry: false,
      signatures: [{ name: "鈴木 一郎", title: "Registrar" }],
    });
    expect([status, data.layout, data.color]).toEqual([200, "letter", null]);
    const after = await readCertificate();
    expect(after.stamp).not.toBe(before.stamp);
    expect(after).toMatchObject({ size: [612, 792], totalPages: 1 });
    expect(after.text).toContain("鈴木 一郎 Registrar");
    expect(after.text).not.toContain("2028");
    expect((await organization.client.get("/certificate_design")).data).toEqual(data);
  });

  it.each(["classic", "band", "letter"])(
    "fits the longest names with two signatures on one page: %s",
    async (layout) => {
      const long = "Wissenschaftsmanagement und Öffentlichkeitsarbeit ".repeat(2).trim().slice(0, 80);
      const { id: templateId } = await createTemplate(organization, { name: `${long} ${long}` });
      const earner = await createEarner();
      const created = await createPendingBadge(organization, templateId, {
        recipient_email: earner.email,
        issued_to_first_name: long,
        issued_to_last_name: long,
      });
      await acceptByLink(created.id);
      await organization.client.put("", { photo: await createImage("#336699") });
      for (const paperSize of ["A4", "LETTER"])
        for (const orientation of ["landscape", "portrait"]) {
          const signatures = [
            { name: long, title: long },
            { name: long, title: long },
          ];
          await organization.client.put("/certificate_design", {
            layout,
            paper_size: paperSize,
            orientation,
            show_logo: true,
            signatures,
          });
          const { pdf } = await getPublicCertificate(created.id, "en", VISITOR);
          const document = await getDocumentProxy(new Uint8Array(pdf));
          expect(document.numPages).toBe(1);
          const { items } = await (await document.getPage(1)).getTextContent();
          const lowest = Math.min(...items.map((item) => ("transform" in item ? item.transform[5] : 999)));
          expect(lowest).toBeGreaterThan(20);
        }
    },
  );

  it("keeps, moves and deletes the images of signatures", async () => {
    const [red, blue] = [await createImage("#ff0000"), await createImage("#0000ff")];
    const first = await organization.client.put("/certificate_design", {
      signatures: [
        { name: "A", image: red },
        { name: "B", image: blue },
      ],
    });
    const [a, b] = first.data.signatures.map((one: { image: { id: string } }) => one.image.id);
    const second = await organization.client.put("/certificate_design", {
      signatures: [{ name: "B", image_id: b }],
    });
    expect(second.data.signatures).toMatchObject([{ name: "B", image: { id: b } }]);
    expect([await countImage(a), await countImage(b)]).toEqual([0, 1]);
    const other = await createTestOrganization("Elm Academy");
    const stolen = await other.client.put("/certificate_design", {
      signatures: [{ name: "B", image_id: b }],
    });
    expect(stolen.status).toBe(422);
    expect(await countImage(b)).toBe(1);
  });

  it("keeps, replaces and deletes a logo for certificates", async () => {
    const put = async (body: Record<string, unknown>) =>
      (await organization.client.put("/certificate_design", body)).data;
    const first = await put({ show_logo: true, logo: await createImage("#00ff00") });
    const unchanged = await put({ color: "#336699" });
    expect(unchanged.logo).toEqual(first.logo);
    const second = await put({ logo: await createImage("#ff00ff") });
    expect([await countImage(first.logo.id), await countImage(second.logo.id)]).toEqual([0, 1]);
    const other = await createTestOrganization("Oak Institute");
    const stolen = await other.client.put("/certificate_design", { logo_id: second.logo.id });
    expect([stolen.status, stolen.data.errors]).toMatchObject([422, [{ field: "logo_id" }]]);
    expect((await put({ logo_id: null })).logo).toBeNull();
    expect(await countImage(second.logo.id)).toBe(0);
  });

  it("reads a design that was stored before there were fonts and seals", async () => {
    const other = await createTestOrganization("Birch College");
    await other.client.put("/certificate_design", { layout: "band", seal: "stamp" });
    await sql("UPDATE certificate_designs SET options = NULL WHERE organization_id = $1", [other.id]);
    const { data } = await other.client.get("/certificate_design");
    expect(data).toMatchObject({ layout: "band", seal: "none", font: "sans", logo: null });
  });

  it("422: an image that is none, a colour that is none, a third signature", async () => {
    const put = async (body: Record<string, unknown>) =>
      (await organization.client.put("/certificate_design", body)).status;
    expect(await put({ signatures: [{ name: "A", image: "data:image/png;base64,AAAA" }] })).toBe(422);
    expect(await put({ logo: "data:image/png;base64,AAAA" })).toBe(422);
    expect(await put({ color: "red" })).toBe(422);
    expect(await put({ font: "comic" })).toBe(422);
    expect(await put({ seal: "wax" })).toBe(422);
    expect(await put({ signatures: [{ name: "A" }, { name: "B" }, { name: "C" }] })).toBe(422);
    expect(await put({ signatures: [{ name: "" }] })).toBe(422);
  });

  it("writes what changed from what to what", async () => {
    await organization.client.put("/certificate_design", { layout: "classic" });
    await organization.client.put("/certificate_design", { layout: "band" });
    const [entry] = await sql(
      "SELECT changes FROM audit_entries WHERE organization_id = $1 AND action = 'certificate_design.update' ORDER BY occurred_at DESC, id DESC LIMIT 1",
      [organization.id],
    );
    expect(entry).toMatchObject({ changes: [{ field: "layout", from: "classic", to: "band" }] });
  });
});

describe("POST /organizations/{id}/certificate_design_preview", () => {
  it("draws the page without storing the design, and warns about a pale colour", async () => {
    const stored = (await organization.client.get("/certificate_design")).data;
    const { status, data } = await organization.client.post("/certificate_design_preview", {
      design: { orientation: "portrait", paper_size: "A4", color: "#fff3c4" },
      sample: "japanese",
    });
    expect([status, data.warnings.map((one: { field: string }) => one.field)]).toEqual([200, ["color"]]);
    const png = Buffer.from(data.image.replace("data:image/png;base64,", ""), "base64");
    const { width, height } = await sharp(png).metadata();
    expect(height / width).toBeCloseTo(841.89 / 595.28, 2);
    expect((await organization.client.get("/certificate_design")).data).toEqual(stored);
  });
});
