import { z } from "zod";
import { publicUrl } from "@/lib/kernel/env";
import { defineMail } from "../define-mail";
import { ActionButton, Layout, MailTitle, Paragraph } from "../layout";
import { findDomainAdministrators } from "../subject-queries";

/**
 * "Your domain is no longer verified": which one and whose, what that means, what to do. The subject of the message is
 * the administrator, who may have several organizations: so the id of the message is used.
 */
export const domainLost = defineMail({
  payload: z.object({ template: z.literal("domain_lost"), domain: z.string() }),
  load: findDomainAdministrators,
  subjectId: ({ id }) => id,
  prepare: ({ locale, name, email, organization, color, vanitySlug }, { domain }) => ({
    locale,
    to: { name, address: email },
    organization,
    facts: { organization, color, domain, link: publicUrl(`/console/${vanitySlug}/settings/domain`) },
  }),
  write: ({ organization, color, domain, link }, { t, locale }) => {
    const action = t("domain_lost.action");
    const body = (
      <Layout
        lang={locale}
        preview={t("domain_lost.preview")}
        sender={organization}
        footer={[t("domain_lost.reason", { organization })]}
      >
        <MailTitle>{t("domain_lost.title")}</MailTitle>
        <Paragraph>{t("domain_lost.fact", { domain, organization })}</Paragraph>
        <Paragraph>{t("domain_lost.advice")}</Paragraph>
        <ActionButton href={link} color={color}>
          {action}
        </ActionButton>
      </Layout>
    );
    return {
      subject: t("domain_lost.subject", { domain }),
      item: { link: { href: link, label: action } },
      body,
    };
  },
  sample: ({ name, color }) => ({
    organization: name,
    color,
    domain: "example.org",
    link: publicUrl("/console"),
  }),
});
