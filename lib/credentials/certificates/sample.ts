import type { Caller } from "@/lib/access/callers/caller";
import type { CertificatePreviewInput } from "@/lib/art/certificate-designs/schema";
import { renderGeneratedArt } from "@/lib/art/design/service";
import { clock } from "@/lib/kernel/clock";
import { findSample } from "./queries";

const PREVIEWED_ID = "00000000-0000-4000-8000-000000000000";
const PREVIEW_DAYS = 730;
const EVIDENCE_COUNT = 2;

/** Shows how names in Japanese look. */
const buildJapaneseWords = () => ({
  earner: "佐藤 花子",
  name: "データ分析の基礎",
  description: "データの収集、整理、可視化、統計の基本を学び、実際の課題で確かめました。",
  skills: ["データ分析", "統計", "可視化"],
  timeToEarn: "40時間",
  locale: "ja" as const,
});

/** What a certificate shows of an organization that has no template yet. */
const buildSampleTemplate = () => ({
  name: "Data analysis basics",
  description: "Collects, cleans and charts data, and explains what the figures mean.",
  skills: ["Data analysis", "Statistics", "Charts"],
  timeToEarn: "40 hours",
  image: null,
});

export type SampleBadge = Awaited<ReturnType<typeof buildSample>>;

/** Returns what a certificate of a badge template shows, of the newest one without an id, or of a sample. */
export async function buildSample(
  caller: Caller,
  sample: CertificatePreviewInput["sample"],
  templateId: string | null,
) {
  const organization = await findSample(caller.organizationId, templateId);
  const { image, ...shown } = organization.badgeTemplates[0] ?? buildSampleTemplate();
  const words =
    sample === "japanese" ? buildJapaneseWords() : { ...shown, earner: "Ada Okafor", locale: "en" as const };
  const issuedOn = clock.now();
  return {
    ...words,
    issuer: organization.name,
    art: image?.bytes ?? (await renderGeneratedArt(caller, words.name, caller.organizationId)),
    domain: organization.verifiedDomain,
    color: organization.primaryHexColor,
    logoId: organization.photoId,
    id: PREVIEWED_ID,
    issuedOn,
    expiresOn: new Date(issuedOn.getTime() + PREVIEW_DAYS * 86_400_000),
    validity: "valid" as const,
    evidenceCount: EVIDENCE_COUNT,
    isPublic: true,
  };
}
