import type { Messages } from "../messages";
import { LinkBelow } from "./badge-head";
import { Action, Layout, Paragraph, Quiet, Title } from "./layout";

export type EmployeeInvitationProps = {
  lang: string;
  messages: Messages;
  employee: string | null;
  address: string;
  organization: string;
  color: string | null;
  link: string;
};

/** "Connect with your employer": who asks, what they would see, and that it is the employee's choice. */
export const EmployeeInvitationMail = ({ messages, lang, ...invitation }: EmployeeInvitationProps) => {
  const { employeeInvitation: words } = messages;
  return (
    <Layout
      lang={lang}
      preview={words.preview(invitation.organization)}
      sender={invitation.organization}
      footer={
        <>
          <Quiet>{words.reason(invitation.organization, invitation.address)}</Quiet>
          <Quiet>{words.notYours}</Quiet>
        </>
      }
    >
      <Title>{words.title(invitation.employee, invitation.organization)}</Title>
      <Paragraph>{words.fact(invitation.organization)}</Paragraph>
      <Paragraph>{words.choice}</Paragraph>
      <Action href={invitation.link} color={invitation.color}>
        {words.action}
      </Action>
      <LinkBelow messages={messages} link={invitation.link} />
    </Layout>
  );
};
