import { extractText, getDocumentProxy } from "unpdf";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { FONTS, LAYOUTS, ORIENTATIONS, PAPER_SIZES, SEALS } from "@/lib/art/certificate-designs/choices";
import { getPublicCertificate } from "@/lib/credentials/certificates/service";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { createEarner } from "../../support/accounts/earners";

const VISITOR = "203.0.113.12";

let organization: TestOrganization;
let badgeId: string;

const open = async (id: string) =>
  getDocumentProxy(new Uint8Array((await getPublicCertificate(id, "en", VISITOR)).pdf));

async function readText(id = badgeId): Promise<string> {
  const { text } = await extractText(await open(id), { mergePages: true });
  return text.replace(/\s+/g, " ");
}

/** Counts the pictures in the file. */
async function countPictures(): Promise<number> {
  const { pdf } = await getPublicCertificate(badgeId, "en", VISITOR);
  return pdf.toString("latin1").split("/Subtype /Image").length - 1;
}

async function design(changes: Record<string, unknown>): Promise<void> {
  expect((await organization.client.put("/certificate_design", changes)).status).toBe(200);
}

async function issueAccepted(changes: Record<string, unknown> = {}, template: Record<string, unknown> = {}) {
  const earner = await createEarner();
  const { id: templateId } = await createTemplate(organization, template);
  const created = await createPendingBadge(organization, templateId, {
    recipient_email: earner.email,
    ...changes,
  });
  await acceptByLink(created.id);
  return created.id;
}

const createImage = async (): Promise<string> => {
  const png = await sharp({ create: { width: 90, height: 30, channels: 3, background: "#aa3355" } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

const DETAILS = ["show_description", "show_skills", "show_time_to_earn", "show_evidence", "show_badge_id"];
const setDetails = (isShown: boolean) => Object.fromEntries(DETAILS.map((name) => [name, isShown]));

const EVIDENCE = [
  { type: "IdEvidence", title: "Number", description: "The number of the exam", id: "4711" },
  { type: "UrlEvidence", name: "Report", description: "The report", value: "https://example.org/report" },
];

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  badgeId = await issueAccepted(
    { evidence: EVIDENCE, issued_to_first_name: "Мария", issued_to_last_name: "Łuczak 佐藤" },
    {
      name: "Life Between Tides",
      description: "Names what lives between the tides.",
      skills: ["Ecology", "Field work"],
      time_to_earn: "40 hours",
    },
  );
});

describe("a certificate", () => {
  it.each(FONTS)("prints names in Cyrillic, Polish and Japanese in the font %s", async (font) => {
    await design({ font });
    expect(await readText()).toContain("Мария Łuczak 佐藤");
  });

  it("names the holder in general where a name is in a script that cannot be drawn", async () => {
    const name = { issued_to_first_name: "أحمد", issued_to_last_name: "منصور" };
    expect(await readText(await issueAccepted(name))).toContain("The holder of this badge");
  });

  it("prints the details that the design shows, and no others", async () => {
    await design(setDetails(false));
    const plain = await readText();
    for (const text of ["Ecology", "40 hours", "Evidence", "Badge ID", "Names what lives"])
      expect(plain).not.toContain(text);
    await design(setDetails(true));
    const full = await readText();
    expect(full).toContain("Names what lives between the tides.");
    expect(full).toContain("Time to earn: 40 hours");
    expect(full).toContain("Skills: Ecology, Field work");
    expect(full).toContain("Evidence: 2");
    expect(full).toContain(`Badge ID: ${badgeId}`);
  });

  it("leaves out what a badge does not have", async () => {
    await design(setDetails(true));
    const text = await readText(await issueAccepted());
    expect(text).not.toContain("Time to earn");
    expect(text).not.toContain("Evidence");
  });

  it.each(SEALS)("has a picture more with a seal: %s", async (seal) => {
    await design({ seal: "none", show_logo: false });
    const plain = await countPictures();
    await design({ seal });
    expect(await countPictures()).toBe(plain + (seal === "none" ? 0 : 1));
    await design({ seal: "none" });
  });

  it("shows the logo of the organization, another one, or none", async () => {
    await design({ show_logo: true });
    const plain = await countPictures();
    await design({ logo: await createImage() });
    expect(await countPictures()).toBe(plain + 1);
    await design({ show_logo: false });
    expect(await countPictures()).toBe(plain);
    await design({ show_logo: true, logo_id: null });
    expect(await countPictures()).toBe(plain);
    await organization.client.put("", { photo: await createImage() });
    expect(await countPictures()).toBe(plain + 1);
  });

  it("draws a seal for an organization whose name no font has", async () => {
    const other = await createTestOrganization("جامعة");
    const { status } = await other.client.post("/certificate_design_preview", {
      design: { seal: "rosette" },
      sample: "organization",
    });
    expect(status).toBe(200);
  });
});

type Box = { x: number; y: number; width: number; height: number; str: string };

/** Whether two texts cover each other, from their ascenders to their descenders. `y` is the baseline. */
const isOverlapping = (one: Box, other: Box): boolean =>
  one.x + 0.5 < other.x + other.width &&
  other.x + 0.5 < one.x + one.width &&
  one.y - 0.2 * one.height < other.y + 0.8 * other.height &&
  other.y - 0.2 * other.height < one.y + 0.8 * one.height;

/** Lists the texts of a page and its size, in points. */
async function readBoxes(id: string) {
  const document = await open(id);
  expect(document.numPages).toBe(1);
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const boxes = items.flatMap((item): Box[] => {
    if (!("transform" in item) || item.str.trim() === "") return [];
    const { transform, width, height, str } = item;
    return [{ x: transform[4], y: transform[5], width, height, str }];
  });
  const [, , width = 0, height = 0] = page.view;
  return { boxes, width, height };
}

/** Lists the texts that are outside the page or cover another one. */
function listFaults({ boxes, width, height }: Awaited<ReturnType<typeof readBoxes>>): string[] {
  const isOutside = (box: Box) =>
    box.x < 20 || box.x + box.width > width - 20 || box.y < 20 || box.y + box.height > height - 20;
  return boxes
    .filter((box, index) => isOutside(box) || boxes.slice(index + 1).some((one) => isOverlapping(box, one)))
    .map(({ str }) => str);
}

describe.each(LAYOUTS)("a full certificate with long texts: %s", (layout) => {
  let id: string;
  beforeAll(async () => {
    const long = "Wissenschaftsmanagement und Öffentlichkeitsarbeit ".repeat(2).trim().slice(0, 80);
    id = await issueAccepted(
      { issued_to_first_name: long, issued_to_last_name: long, evidence: EVIDENCE },
      {
        name: `${long} ${long}`,
        description: `${long} `.repeat(20),
        skills: Array.from({ length: 30 }, (_, index) => `Skill number ${index}`),
        time_to_earn: long,
      },
    );
    const signature = { name: long, title: long, image: await createImage() };
    await design({
      layout,
      seal: "ribbon",
      show_logo: true,
      logo: await createImage(),
      ...setDetails(true),
      signatures: [signature, signature],
    });
  });

  it.each(FONTS)("has all its text on one page, and the whole address: %s", async (font) => {
    for (const paperSize of PAPER_SIZES)
      for (const orientation of ORIENTATIONS) {
        await design({ font, paper_size: paperSize, orientation });
        const page = await readBoxes(id);
        expect(listFaults(page), `${paperSize} ${orientation}`).toEqual([]);
        const text = page.boxes.map(({ str }) => str).join("");
        expect(text.replaceAll(/\s/g, "")).toContain(`/badges/${id}`);
      }
  });
});
