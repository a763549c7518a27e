import { z } from "zod";
import { ACCOUNT_CHANGES, type AccountChange } from "@/lib/identity/users/choices";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import { defineMail } from "../define-mail";
import { ActionButton, Layout, LinkBelow, MailTitle, Paragraph } from "../layout";
import { SAMPLE_RECIPIENT, sampleLink } from "../samples";

type Facts = {
  change: AccountChange;
  /** The notified address. */
  address: string;
  /** The page for forgotten passwords. */
  link: string;
};

/**
 * "Your password was set": a change of an account, for an owner who may not have made it
 * (lib/identity/users/notices.ts). It contains no names. It goes to the address in the message, which may no longer
 * belong to the account, whatever happened to the account since.
 */
export const accountChanged = defineMail({
  payload: z.object({
    template: z.literal("account_changed"),
    change: z.enum(ACCOUNT_CHANGES),
    address: z.string(),
    locale: z.string(),
  }),
  load: (ids) => Promise.resolve(ids.map((id) => ({ id }))),
  prepare: (_account, { change, address, locale }) => ({
    locale,
    to: { name: "", address },
    organization: null,
    facts: { change, address, link: withLanguage(publicUrl("/password"), toLocale(locale)) },
  }),
  write: ({ change, address, link }: Facts, words) => {
    const { t, locale } = words;
    const subject = t("account_changed.subject", { change });
    // An address that was removed from the account cannot be used to get back into it.
    const canResetPassword = change !== "gone";
    const body = (
      <Layout
        lang={locale}
        preview={t("account_changed.preview")}
        sender={t("sender")}
        footer={[t("account_changed.reason", { address })]}
      >
        <MailTitle>{subject}</MailTitle>
        <Paragraph>{t("account_changed.fact", { change, address })}</Paragraph>
        <Paragraph>{t("account_changed.was_you")}</Paragraph>
        <Paragraph>{t("account_changed.not_you", { change })}</Paragraph>
        {canResetPassword ? (
          <>
            <ActionButton href={link} color={null}>
              {t("account_changed.action")}
            </ActionButton>
            <LinkBelow words={words} link={link} />
          </>
        ) : null}
      </Layout>
    );
    return { subject, body };
  },
  sample: (_sample, locale) => ({
    change: "password" as const,
    address: SAMPLE_RECIPIENT.address,
    link: sampleLink("/password", locale),
  }),
});
