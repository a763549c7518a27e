import type { MemberRoleName } from "@/lib/memberships/schema";
import type { Messages } from "../messages";
import { LinkBelow } from "./badge-head";
import { Action, Layout, Paragraph, Quiet, Title } from "./layout";

export type MemberInvitationProps = {
  lang: string;
  messages: Messages;
  inviter: string;
  address: string;
  organization: string;
  role: MemberRoleName;
  color: string | null;
  /** The day on which the link ends, in words. */
  until: string;
  link: string;
};

/** "Join the organization": who asks, as what, what that means, and until when. */
export const MemberInvitationMail = ({ messages, lang, ...invitation }: MemberInvitationProps) => {
  const { memberInvitation: words } = messages;
  const { inviter, organization, role } = invitation;
  return (
    <Layout
      lang={lang}
      preview={words.preview(inviter, organization)}
      sender={organization}
      footer={
        <>
          <Quiet>{words.reason(inviter, invitation.address)}</Quiet>
          <Quiet>{words.notYours}</Quiet>
        </>
      }
    >
      <Title>{words.title(organization)}</Title>
      <Paragraph>{words.fact(inviter, organization, role)}</Paragraph>
      <Paragraph>{words.roles[role]}</Paragraph>
      <Paragraph>{words.until(invitation.until)}</Paragraph>
      <Action href={invitation.link} color={invitation.color}>
        {words.action}
      </Action>
      <LinkBelow messages={messages} link={invitation.link} />
    </Layout>
  );
};
