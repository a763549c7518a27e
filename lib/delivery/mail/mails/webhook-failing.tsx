import { Text } from "react-email";
import { z } from "zod";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { LIGHT } from "@/lib/kernel/palette";
import { defineMail } from "../define-mail";
import { ActionButton, Layout, MailTitle, Paragraph, styles } from "../layout";
import { formatLongDate } from "../mail-translator";
import { daysFromNow } from "../samples";
import { findFailingReceivers } from "../subject-queries";

/**
 * "Your webhook has failed for five days": where, since when, what happens next, what to do. It goes to the contact of
 * the organization.
 */
export const webhookFailing = defineMail({
  payload: z.object({ template: z.literal("webhook_failing") }),
  load: findFailingReceivers,
  prepare: ({ name, primaryHexColor: color, webhookUrl, webhookFailingSince, vanitySlug, ...receiver }) => {
    const address = receiver.technicalContactEmail ?? receiver.contactEmail;
    if (!address) return { failure: "the organization has no contact address" };
    return {
      // An organization has no language; the linked console is English.
      locale: DEFAULT_LOCALE,
      to: { name, address },
      organization: name,
      facts: {
        organization: name,
        color,
        webhookUrl,
        failingSince: webhookFailingSince ?? clock.now(),
        link: publicUrl(`/console/${vanitySlug}`),
      },
    };
  },
  write: ({ organization, color, webhookUrl, failingSince, link }, words) => {
    const { t, locale } = words;
    const action = t("webhook_failing.action");
    const body = (
      <Layout
        lang={locale}
        preview={t("webhook_failing.preview")}
        sender={organization}
        footer={[t("webhook_failing.reason", { organization })]}
      >
        <MailTitle>{t("webhook_failing.title")}</MailTitle>
        <Paragraph>
          {t("webhook_failing.fact", { organization, date: formatLongDate(words, failingSince) })}
        </Paragraph>
        <Text
          className="ink line"
          style={{
            ...styles.paragraph,
            padding: "12px 16px",
            border: `1px solid ${LIGHT.line}`,
            borderRadius: 6,
            fontFamily: "ui-monospace, Menlo, Consolas, monospace",
            fontSize: 14,
          }}
        >
          {webhookUrl ?? ""}
        </Text>
        <Paragraph>{t("webhook_failing.consequence")}</Paragraph>
        <Paragraph>{t("webhook_failing.advice")}</Paragraph>
        <ActionButton href={link} color={color}>
          {action}
        </ActionButton>
      </Layout>
    );
    return {
      subject: t("webhook_failing.subject", { organization }),
      item: { note: webhookUrl, link: { href: link, label: action } },
      body,
    };
  },
  sample: ({ name, color, webhookUrl }) => ({
    organization: name,
    color,
    webhookUrl: webhookUrl ?? "https://example.org/badges",
    failingSince: daysFromNow(-5),
    link: publicUrl("/console"),
  }),
});
