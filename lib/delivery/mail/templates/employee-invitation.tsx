import { titleNameParameters, type MailTranslator } from "../mail-translator";
import { LinkBelow } from "./badge-head";
import { ActionButton, Layout, Paragraph, SecondaryText, MailTitle } from "./layout";

export type EmployeeInvitationProps = {
  words: MailTranslator;
  employee: string | null;
  address: string;
  organization: string;
  color: string | null;
  link: string;
};

/** "Connect with your employer": who asks, what they would see, and that it is the employee's choice. */
export const EmployeeInvitationMail = ({ words, ...invitation }: EmployeeInvitationProps) => {
  const { t, locale } = words;
  const { organization, address, employee, link } = invitation;
  return (
    <Layout
      lang={locale}
      preview={t("employee_invitation.preview", { organization })}
      sender={organization}
      footer={
        <>
          <SecondaryText>{t("employee_invitation.reason", { organization, address })}</SecondaryText>
          <SecondaryText>{t("employee_invitation.not_yours")}</SecondaryText>
        </>
      }
    >
      <MailTitle>
        {t("employee_invitation.title", { ...titleNameParameters(employee), organization })}
      </MailTitle>
      <Paragraph>{t("employee_invitation.fact", { organization })}</Paragraph>
      <Paragraph>{t("employee_invitation.choice")}</Paragraph>
      <ActionButton href={link} color={invitation.color}>
        {t("employee_invitation.action")}
      </ActionButton>
      <LinkBelow words={words} link={link} />
    </Layout>
  );
};
