import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import type { Part, Written } from "./letter";
import type { DomainAdministrator } from "./queries";
import { renderDomainLost } from "./render";
import { knownLocale } from "@/lib/kernel/locales";

/** The message after a verification of a domain ended. Its subject is the administrator. */
export const DomainPayload = z.object({ template: z.literal("domain_lost"), domain: z.string() });
export type DomainPayload = z.infer<typeof DomainPayload>;

const settingsOf = ({ vanitySlug }: DomainAdministrator): string =>
  publicUrl(`/console/${vanitySlug}/settings/domain`);

const recipientOf = ({ name, email }: DomainAdministrator) => ({ name, address: email });

/** Builds the mail to an administrator of an organization whose domain is no longer verified. */
export async function domainLostMail(reader: DomainAdministrator, domain: string): Promise<Written> {
  const content = await renderDomainLost(knownLocale(reader.locale), {
    organization: reader.organization,
    color: reader.color,
    domain,
    link: settingsOf(reader),
  });
  return { ...content, to: recipientOf(reader), replyTo: null };
}

/** Builds the part of a merged mail to that address. */
export const domainLostPart = (reader: DomainAdministrator, domain: string): Part => ({
  locale: knownLocale(reader.locale),
  to: recipientOf(reader),
  replyTo: null,
  sender: reader.organization,
  color: reader.color,
  isNewBadge: false,
  line: ({ t }) => t("domain_lost.subject", { domain }),
  link: { href: settingsOf(reader), label: ({ t }) => t("domain_lost.action") },
  note: null,
});
