import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, it } from "vitest";
import { DEFAULT_DESIGN } from "@/lib/art/certificate-designs/choices";
import { drawCertificate } from "@/lib/credentials/certificates/drawing";
import type { CertificateTexts } from "@/lib/credentials/certificates/texts";

/** The words of a certificate that has only this earner's name. */
const wordsFor = (earner: string): CertificateTexts => ({
  lang: "en",
  title: "",
  issuer: "",
  badge: "",
  address: "",
  details: [],
  unnamed: "The holder of this badge",
  shown: {
    heading: "",
    awarded: "",
    earner,
    earned: "",
    badge: "",
    description: "",
    issuer: "",
    dates: "",
    verify: "",
    address: "",
    badge_id: "",
    note: "",
  },
});

async function textFor(earner: string): Promise<string> {
  const art = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const pdf = await drawCertificate(wordsFor(earner), {
    design: { ...DEFAULT_DESIGN, signatures: [] },
    art,
    color: null,
    logo: null,
    seal: null,
    signatures: [],
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.trim();
}

it("a certificate is readable, whatever the ones before it contained", async () => {
  // Their letters include those of the next one.
  expect(await textFor("Ý: Ç; Ñ")).toBe("Ý: Ç; Ñ");
  expect(await textFor("Y. C. N.")).toBe("Y. C. N.");
});
