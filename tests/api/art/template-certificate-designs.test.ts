import { getDocumentProxy } from "unpdf";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { getBadgeCard } from "@/lib/credentials/cards/service";
import { getPublicCertificate } from "@/lib/credentials/certificates/service";
import { getPublicBadgeStamp } from "@/lib/credentials/public-pages/service";
import { newId } from "@/lib/kernel/ids";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { createEarner } from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

const VISITOR = "203.0.113.14";
const LANDSCAPE = [842, 595];
const PORTRAIT = [595, 842];

let organization: TestOrganization;
let templateId: string;

const designOf = (id: string) => `/badge_templates/${id}/certificate_design`;

async function issueAccepted(id: string, issuer: TestOrganization = organization) {
  const earner = await createEarner();
  const created = await createPendingBadge(issuer, id, { recipient_email: earner.email });
  await acceptByLink(created.id);
  return created.id;
}

async function readCertificate(badgeId: string) {
  const { pdf, stamp } = await getPublicCertificate(badgeId, "en", VISITOR);
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const [, , width = 0, height = 0] = page.view;
  return { size: [width, height].map(Math.round), stamp };
}

const createImage = async (background: string): Promise<string> => {
  const png = await sharp({ create: { width: 60, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

const countImages = async (ids: string[]): Promise<number> =>
  (await sql("SELECT id FROM images WHERE id = ANY ($1::uuid[])", [ids])).length;

const countDesigns = async (id: string): Promise<number> =>
  (await sql("SELECT 1 FROM template_certificate_designs WHERE badge_template_id = $1", [id])).length;

const listImageIds = (design: {
  logo: { id: string } | null;
  signatures: { image: { id: string } | null }[];
}) =>
  [design.logo, ...design.signatures.map(({ image }) => image)].flatMap((image) => (image ? [image.id] : []));

/** Gives the organization a design with a logo and a signature. Returns the ids of their images. */
async function designWithImages(): Promise<string[]> {
  const { data } = await organization.client.put("/certificate_design", {
    show_logo: true,
    logo: await createImage("#00ff00"),
    signatures: [{ name: "Ines Okafor", title: "Registrar", image: await createImage("#0000ff") }],
  });
  return listImageIds(data);
}

beforeEach(async () => {
  organization = await createTestOrganization("Harbor College");
  templateId = (await createTemplate(organization, { name: "Tides" })).id;
});

describe("the design of a badge template", () => {
  it("is that of the organization until it has its own, and again after that is deleted", async () => {
    const [badge, other] = [
      await issueAccepted(templateId),
      await issueAccepted((await createTemplate(organization)).id),
    ];
    const before = await readCertificate(badge);
    const inherited = await organization.client.get(designOf(templateId));
    expect(inherited.data).toMatchObject({ inherited: true, orientation: "landscape", updated_at: null });
    const own = await organization.client.put(designOf(templateId), { orientation: "portrait" });
    expect([own.status, own.data]).toMatchObject([200, { inherited: false, orientation: "portrait" }]);
    const designed = await readCertificate(badge);
    expect([before.size, designed.size]).toEqual([LANDSCAPE, PORTRAIT]);
    expect(designed.stamp).not.toBe(before.stamp);
    expect((await readCertificate(other)).size).toEqual(LANDSCAPE);
    expect((await organization.client.delete(designOf(templateId))).status).toBe(204);
    expect((await readCertificate(badge)).size).toEqual(LANDSCAPE);
    expect((await organization.client.delete(designOf(templateId))).status).toBe(404);
  });

  it("is a copy, so that later changes of one do not change the other", async () => {
    const images = await designWithImages();
    const { data: own } = await organization.client.put(designOf(templateId), {});
    expect(own).toMatchObject({ show_logo: true, signatures: [{ name: "Ines Okafor", title: "Registrar" }] });
    const copies = listImageIds(own);
    expect(copies).toHaveLength(2);
    expect(images).not.toEqual(expect.arrayContaining(copies));
    await organization.client.put("/certificate_design", { layout: "band", logo_id: null, signatures: [] });
    expect([await countImages(images), await countImages(copies)]).toEqual([0, 2]);
    expect((await organization.client.get(designOf(templateId))).data).toEqual(own);
    await organization.client.delete(designOf(templateId));
    expect(await countImages(copies)).toBe(0);
  });

  it("is copied once for requests at the same time", async () => {
    const images = await designWithImages();
    const before = (await sql("SELECT id FROM images", [])).length;
    const answers = await Promise.all(
      ["band", "letter", "classic"].map((layout) =>
        organization.client.put(designOf(templateId), { layout }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await sql("SELECT id FROM images", [])).length).toBe(before + images.length);
    expect(await countDesigns(templateId)).toBe(1);
  });

  it("keeps the images that a form of the organization's design names", async () => {
    const [logo, signature] = await designWithImages();
    const { status, data } = await organization.client.put(designOf(templateId), {
      logo_id: logo,
      signatures: [{ name: "Ines Okafor", image_id: signature }],
    });
    expect(status).toBe(200);
    expect(await countImages(listImageIds(data))).toBe(2);
    const again = await organization.client.put(designOf(templateId), { logo_id: logo });
    expect([again.status, again.data.errors]).toMatchObject([422, [{ field: "logo_id" }]]);
  });

  it("does not apply to badges that another organization issues in its own name", async () => {
    const issuer = await createTestOrganization("Elm Academy");
    const { data } = await organization.client.post("/issuers", {
      issuer_id: issuer.id,
      display_issuer_as: "issuer",
    });
    await organization.client.put(designOf(templateId), { orientation: "portrait" });
    const ownName = await issueAccepted(templateId, issuer);
    await organization.client.put(`/issuers/${data.id}`, { display_issuer_as: "grantor" });
    const grantor = await issueAccepted(templateId, issuer);
    expect((await readCertificate(ownName)).size).toEqual(LANDSCAPE);
    expect((await readCertificate(grantor)).size).toEqual(PORTRAIT);
  });

  it("is not seen or changed by another organization", async () => {
    const other = await createTestOrganization("Elm Academy");
    await organization.client.put(designOf(templateId), { layout: "band" });
    const preview = { design: {}, sample: "organization" };
    const answers = [
      await other.client.get(designOf(templateId)),
      await other.client.put(designOf(templateId), { layout: "letter" }),
      await other.client.delete(designOf(templateId)),
      await other.client.post(`${designOf(templateId)}_preview`, preview),
      await organization.client.put(designOf(newId()), {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await organization.client.get(designOf(templateId))).data.layout).toBe("band");
    expect((await other.client.get("/template_certificate_designs")).data).toEqual([]);
  });

  it("is previewed with the badge of the template", async () => {
    const draw = async (design: Record<string, unknown>) => {
      const { status, data } = await organization.client.post(`${designOf(templateId)}_preview`, {
        design,
        sample: "organization",
      });
      expect(status).toBe(200);
      return data.image as string;
    };
    await createTemplate(organization, { name: "A newer badge" });
    const { data } = await organization.client.post("/certificate_design_preview", {
      design: {},
      sample: "organization",
    });
    const plain = await draw({});
    expect(plain).not.toBe(data.image);
    expect(await draw({ seal: "stamp" })).not.toBe(plain);
    expect(await countDesigns(templateId)).toBe(0);
  });

  it("stays with an archived template, goes with a deleted one, and is copied with it", async () => {
    await designWithImages();
    const { data: own } = await organization.client.put(designOf(templateId), { orientation: "portrait" });
    const { data: copy } = await organization.client.post(`/badge_templates/${templateId}/copy`, {});
    const { data: copied } = await organization.client.get(designOf(copy.id));
    expect(copied).toMatchObject({ inherited: false, orientation: "portrait" });
    expect(listImageIds(copied)).not.toEqual(listImageIds(own));
    const badge = await issueAccepted(templateId);
    await organization.client.put(`/badge_templates/${templateId}`, { state: "archived" });
    expect((await readCertificate(badge)).size).toEqual(PORTRAIT);
    expect((await organization.client.put(designOf(templateId), { seal: "stamp" })).status).toBe(200);
    await organization.client.delete(`/badge_templates/${copy.id}`);
    expect([await countDesigns(copy.id), await countImages(listImageIds(copied))]).toEqual([0, 0]);
    expect([await countDesigns(templateId), await countImages(listImageIds(own))]).toEqual([1, 2]);
  });

  it("is listed with its template, the last changed first", async () => {
    const second = await createTemplate(organization, { name: "Dunes" });
    await organization.client.put(designOf(second.id), { layout: "band" });
    await organization.client.put(designOf(templateId), { layout: "band" });
    await sql(
      "UPDATE template_certificate_designs SET updated_at = now() - interval '1 day' WHERE badge_template_id = $1",
      [second.id],
    );
    const { data, metadata } = await organization.client.get("/template_certificate_designs?per=1");
    expect(data).toMatchObject([{ badge_template: { id: templateId, name: "Tides", state: "active" } }]);
    expect(metadata).toMatchObject({ total_count: 2 });
  });

  it("is in the audit log, with what changed from what to what", async () => {
    await organization.client.put(designOf(templateId), { layout: "band" });
    await organization.client.delete(designOf(templateId));
    const entries = await sql(
      "SELECT action, subject_id, changes FROM audit_entries WHERE organization_id = $1 AND action LIKE 'badge_template.%certificate%' ORDER BY id",
      [organization.id],
    );
    expect(entries).toMatchObject([
      {
        action: "badge_template.design_certificate",
        subject_id: templateId,
        changes: [{ field: "layout", from: "classic", to: "band" }],
      },
      { action: "badge_template.reset_certificate_design", subject_id: templateId },
    ]);
  });

  it("is not part of the test organization", async () => {
    await organization.client.put(designOf(templateId), { layout: "band" });
    const { data: test } = await organization.client.post("/test_organization", {});
    expect(test.id).not.toBe(organization.id);
    const rows = await sql("SELECT 1 FROM template_certificate_designs WHERE organization_id = $1", [
      test.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("a change of a design", () => {
  it("draws certificates again, but no share card and no credential", async () => {
    const badge = await issueAccepted(templateId);
    const [card, documents] = [await getBadgeCard(badge, VISITOR), await getPublicBadgeStamp(badge)];
    await organization.client.put("/certificate_design", { layout: "band" });
    await organization.client.put(designOf(templateId), { layout: "letter" });
    expect((await getBadgeCard(badge, VISITOR)).stamp).toBe(card.stamp);
    expect(await getPublicBadgeStamp(badge)).toBe(documents);
  });
});
