import { imageUrl } from "@/lib/art/images/serializer";
import { getRowMail } from "@/lib/badges/imports/row-mail";
import type { Caller } from "@/lib/access/callers/caller";
import { getMailDesign } from "@/lib/delivery/mail-designs/service";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage } from "@/lib/kernel/locales";
import { findSampleData } from "./queries";
import type { RowMailPreview } from "./schema";
import { findSender } from "./service";

// Loaded for the first preview: the templates and react-email take 40 MB.
const loadTemplates = () => import("./render");

/**
 * Renders the mail that the recipient of a row of an import gets, in the language of the row. Its link leads to a page that
 * shows nothing, because there is no badge yet. Sends nothing. Throws 404 for an unknown import or row, 422 for a row with
 * errors.
 */
export async function previewRowMail(
  caller: Caller,
  importId: string,
  number: number,
): Promise<RowMailPreview> {
  const { isSent, recipient, locale, badge, issuerId } = await getRowMail(caller, importId, number);
  const [issuer, design, { renderPendingBadge }] = await Promise.all([
    findSampleData(issuerId),
    getMailDesign({ ...caller, organizationId: issuerId }),
    loadTemplates(),
  ]);
  const mail = await renderPendingBadge(locale, {
    earner: recipient.firstName,
    recipient: recipient.name,
    texts: design.texts[locale]?.pending_badge ?? null,
    address: recipient.address,
    badgeName: badge.name,
    description: badge.description,
    imageUrl: imageUrl(badge.imageId),
    issuer: issuer.name,
    issuerColor: issuer.color,
    link: withLanguage(publicUrl("/accept/sample"), locale),
  });
  return {
    is_sent: isSent,
    locale,
    ...findSender("pending_badge", design, issuer.supportEmail),
    to: { name: recipient.name, address: recipient.address },
    ...mail,
  };
}
