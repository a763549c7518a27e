import type { MemberRoleName } from "@/lib/accounts/memberships/schema";
import type { MailTranslator } from "../mail-translator";
import { LinkBelow } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type MemberInvitationProps = {
  words: MailTranslator;
  /** A person's name; null when the organization itself invites. */
  inviter: string | null;
  address: string;
  organization: string;
  role: MemberRoleName;
  color: string | null;
  /** The formatted day on which the link expires. */
  date: string;
  link: string;
};

type InvitationFacts = Pick<MemberInvitationProps, "inviter" | "organization" | "role">;

const previewText = ({ t }: MailTranslator, { inviter, organization }: InvitationFacts): string =>
  inviter === null
    ? t("member_invitation.preview_own", { organization })
    : t("member_invitation.preview", { inviter, organization });

const factText = ({ t }: MailTranslator, { inviter, organization, role }: InvitationFacts): string =>
  inviter === null
    ? t("member_invitation.fact_own", { organization, role })
    : t("member_invitation.fact", { inviter, organization, role });

/** "Join the organization": who asks, for which role, what that means, and until when. */
export const MemberInvitationMail = ({ words, ...invitation }: MemberInvitationProps) => {
  const { t, locale } = words;
  const { inviter, organization, role, address, date, link } = invitation;
  return (
    <Layout
      lang={locale}
      preview={previewText(words, invitation)}
      sender={organization}
      footer={
        <>
          <SecondaryText>
            {t("member_invitation.reason", { inviter: inviter ?? organization, address })}
          </SecondaryText>
          <SecondaryText>{t("member_invitation.not_yours")}</SecondaryText>
        </>
      }
    >
      <MailTitle>{t("member_invitation.title", { organization })}</MailTitle>
      <Paragraph>{factText(words, invitation)}</Paragraph>
      <Paragraph>{t(`member_invitation.roles.${role}`)}</Paragraph>
      <Paragraph>{t("member_invitation.until", { date })}</Paragraph>
      <ActionButton href={link} color={invitation.color}>
        {t("member_invitation.action")}
      </ActionButton>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
