import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import type { MailPart, MailContent } from "./mail-task";
import type { DomainAdministrator } from "./queries";
import { renderDomainLost } from "./render";
import { toLocale } from "@/lib/kernel/locales";

/** The message after a verification of a domain ended. Its subject is the administrator. */
export const DomainPayload = z.object({ template: z.literal("domain_lost"), domain: z.string() });
export type DomainPayload = z.infer<typeof DomainPayload>;

const settingsUrl = ({ vanitySlug }: DomainAdministrator): string =>
  publicUrl(`/console/${vanitySlug}/settings/domain`);

const mailAddress = ({ name, email }: DomainAdministrator) => ({ name, address: email });

/** Builds the mail to an administrator of an organization whose domain is no longer verified. */
export async function buildDomainLostMail(
  administrator: DomainAdministrator,
  domain: string,
): Promise<MailContent> {
  const content = await renderDomainLost(toLocale(administrator.locale), {
    organization: administrator.organization,
    color: administrator.color,
    domain,
    link: settingsUrl(administrator),
  });
  return { ...content, to: mailAddress(administrator), replyTo: null };
}

/** Builds the part of a merged mail to that address. */
export const buildDomainLostPart = (administrator: DomainAdministrator, domain: string): MailPart => ({
  locale: toLocale(administrator.locale),
  to: mailAddress(administrator),
  replyTo: null,
  sender: administrator.organization,
  color: administrator.color,
  isNewBadge: false,
  line: ({ t }) => t("domain_lost.subject", { domain }),
  link: { href: settingsUrl(administrator), label: ({ t }) => t("domain_lost.action") },
  note: null,
});
