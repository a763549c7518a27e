import type { Caller } from "@/lib/access/callers/caller";
import { requireUsableTemplate } from "@/lib/badges/issued/issue";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { toLocale, type Locale } from "@/lib/kernel/locales";
import { parseRow } from "./parse-row";
import { findFileRow } from "./row-queries";
import { findRowTemplates } from "./row-templates";
import { getImport } from "./service";
import { readStoredSettings } from "./settings";

/** What the mail about the badge of a row says, and whether it is sent. */
export type RowMail = {
  isSent: boolean;
  recipient: { address: string; name: string; firstName: string };
  /** The language of the row. A recipient with an account gets the mail in that of the account. */
  locale: Locale;
  badge: { name: string; description: string; imageId: string };
  /** The organization that the badge names as its issuer. */
  issuerId: string;
};

const NO_MAIL = "Correct the row first. A row with errors gets no badge and no e-mail.";

/**
 * Returns what the mail about the badge of a row says, as the row is now. Throws 404 for an unknown import or row, and 422
 * for a row with errors or a template that cannot be issued any more.
 */
export async function getRowMail(caller: Caller, importId: string, number: number): Promise<RowMail> {
  const found = await getImport(caller, importId);
  const row = await findFileRow(found, number);
  if (!row) throw notFound();
  if (row.status === "error") throw unprocessable("row_has_errors", NO_MAIL);
  const settings = readStoredSettings(found);
  const templates = await findRowTemplates(caller.organizationId, settings, [row]);
  const { body, name, email } = parseRow(row.cells, settings, templates);
  const template = await requireUsableTemplate(caller, body.badge_template_id as string | undefined);
  const displayed = template.organization.authorizedIssuers[0]?.displayIssuerAs;
  const isOfGrantor = displayed === "grantor" || displayed === "both";
  const { name: badgeName, description, imageId } = template;
  return {
    isSent: body.suppress_badge_notification_email !== true,
    recipient: {
      address: email,
      name,
      firstName: typeof body.issued_to_first_name === "string" ? body.issued_to_first_name : name,
    },
    locale: toLocale(typeof body.locale === "string" ? body.locale : ""),
    badge: { name: badgeName, description, imageId },
    issuerId: isOfGrantor ? template.organization.id : caller.organizationId,
  };
}
