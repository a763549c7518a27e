import { z } from "zod";
import { buildLinkUrl, buildPasswordLink, PASSWORD_LINK_MS } from "@/lib/accounts/accounts/serializer";
import { clock } from "@/lib/kernel/clock";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import { defineContent, defineMail, type ContentDefinition } from "../define-mail";
import { ActionButton, Layout, LinkBelow, MailTitle, Paragraph } from "../layout";
import { SAMPLE_RECIPIENT, sampleLink } from "../samples";
import { findClaimedAddresses, findPasswordRecipients } from "../subject-queries";

type AddedAddress = {
  /** Confirmation of an address, or the merge of the account that it belongs to. */
  kind: "confirm_email" | "merge_accounts";
  /** The address that was added, and the primary address of the account that added it. */
  address: string;
  account: string;
  link: string;
};

/**
 * "Is this address yours?": who added it, what happens next, one action. It contains no text that the requester can
 * choose freely.
 */
const buildContent = (sampled: AddedAddress["kind"]): ContentDefinition<AddedAddress> => ({
  write: ({ kind, address, account, link }, words) => {
    const { t, locale } = words;
    const body = (
      <Layout
        lang={locale}
        preview={t(`${kind}.preview`)}
        sender={t("sender")}
        footer={[t(`${kind}.reason`, { account }), t(`${kind}.not_yours`)]}
      >
        <MailTitle>{t(`${kind}.title`)}</MailTitle>
        <Paragraph>{t(`${kind}.fact`, { address, account })}</Paragraph>
        <Paragraph>{t(`${kind}.consequence`)}</Paragraph>
        <ActionButton href={link} color={null}>
          {t(`${kind}.action`)}
        </ActionButton>
        <LinkBelow words={words} link={link} />
      </Layout>
    );
    return { subject: t(`${kind}.subject`), body };
  },
  sample: (_sample, locale) => ({
    kind: sampled,
    address: SAMPLE_RECIPIENT.address,
    account: SAMPLE_RECIPIENT.account,
    link: sampleLink("/wallet", locale),
  }),
});

/**
 * The mail about an address (lib/accounts/accounts/emails.ts), to the address itself or to the primary address of the
 * account that it belongs to. The subject of its message is the person who requested it.
 */
export const confirmEmail = defineMail({
  payload: z.object({ template: z.literal("confirm_email"), email_id: z.string() }),
  load: findClaimedAddresses,
  subjectId: (_message, { email_id }) => email_id,
  prepare: ({ id, email, sentAt, other, account, locale }) => {
    const kind: AddedAddress["kind"] = other === null ? "confirm_email" : "merge_accounts";
    const url = buildLinkUrl(other === null ? "confirm-email" : "merge-accounts", id, sentAt);
    return {
      locale,
      to: { name: "", address: other ?? email },
      organization: null,
      facts: {
        kind,
        address: email,
        account,
        link: withLanguage(url, toLocale(locale)),
      },
    };
  },
  ...buildContent("confirm_email"),
});

/** The form of that mail for an address that belongs to another account. */
export const mergeAccounts = defineContent(buildContent("merge_accounts"));

/**
 * "Choose a new password": how long the link works, what happens next. It contains no name, because others may have
 * written it. The message is stored after someone entered an address on the page for forgotten passwords
 * (lib/accounts/accounts/password-resets.ts), which is its subject. There is no mail if no account has the address.
 */
export const password = defineMail({
  payload: z.object({ template: z.literal("password") }),
  load: findPasswordRecipients,
  prepare: (recipient, _payload, { begunAt }) => {
    const { email, locale } = recipient;
    // The link works for two hours after the request.
    if (clock.now().getTime() - begunAt.getTime() >= PASSWORD_LINK_MS) return null;
    return {
      locale,
      to: { name: "", address: email },
      organization: null,
      facts: { address: email, link: withLanguage(buildPasswordLink(recipient, begunAt), toLocale(locale)) },
    };
  },
  write: ({ address, link }, words) => {
    const { t, locale } = words;
    const body = (
      <Layout
        lang={locale}
        preview={t("password.preview")}
        sender={t("sender")}
        footer={[t("password.reason", { address }), t("password.not_yours")]}
      >
        <MailTitle>{t("password.title")}</MailTitle>
        <Paragraph>{t("password.fact", { address })}</Paragraph>
        <Paragraph>{t("password.consequence")}</Paragraph>
        <ActionButton href={link} color={null}>
          {t("password.action")}
        </ActionButton>
        <LinkBelow words={words} link={link} />
      </Layout>
    );
    return { subject: t("password.subject"), body };
  },
  sample: (_sample, locale) => ({
    address: SAMPLE_RECIPIENT.address,
    link: sampleLink("/password/sample", locale),
  }),
});
