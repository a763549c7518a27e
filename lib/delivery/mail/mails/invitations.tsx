import { z } from "zod";
import { buildInvitationUrl } from "@/lib/accounts/memberships/serializer";
import type { MemberRoleName } from "@/lib/accounts/memberships/schema";
import { publicUrl } from "@/lib/kernel/env";
import { withLanguage, toLocale } from "@/lib/kernel/locales";
import { joinNames } from "@/lib/kernel/names";
import { defineMail } from "../define-mail";
import { ActionButton, Layout, LinkBelow, MailTitle, Paragraph } from "../layout";
import { formatLongDate, titleNameParameters, type MailTranslator } from "../mail-translator";
import { daysFromNow, SAMPLE_RECIPIENT, sampleLink, sampleOrganization } from "../samples";
import { findInvitedEmployees, findMemberInvitations } from "../subject-queries";
import { buildSender } from "../transport";

/**
 * "Connect with your employer": who asks, what they would see, and that it is the employee's choice, on the wallet's page
 * of employers.
 */
export const employeeInvitation = defineMail({
  payload: z.object({ template: z.literal("employee_invitation") }),
  load: findInvitedEmployees,
  prepare: (employee) => ({
    locale: employee.locale,
    to: { name: joinNames(employee.firstName, employee.lastName), address: employee.email },
    ...buildSender(employee.organization, employee),
    organization: employee.organization,
    facts: {
      employee: employee.firstName,
      address: employee.email,
      organization: employee.organization,
      color: employee.color,
      link: withLanguage(publicUrl("/sign-in?callbackUrl=%2Fwallet%2Femployers"), toLocale(employee.locale)),
    },
    effects: { invited: employee.id },
  }),
  write: ({ employee, address, organization, color, link }, words) => {
    const { t, locale } = words;
    const action = t("employee_invitation.action");
    const body = (
      <Layout
        lang={locale}
        preview={t("employee_invitation.preview", { organization })}
        sender={organization}
        footer={[
          t("employee_invitation.reason", { organization, address }),
          t("employee_invitation.not_yours"),
        ]}
      >
        <MailTitle>
          {t("employee_invitation.title", { ...titleNameParameters(employee), organization })}
        </MailTitle>
        <Paragraph>{t("employee_invitation.fact", { organization })}</Paragraph>
        <Paragraph>{t("employee_invitation.choice")}</Paragraph>
        <ActionButton href={link} color={color}>
          {action}
        </ActionButton>
        <LinkBelow words={words} link={link} />
      </Layout>
    );
    const subject = t("employee_invitation.subject", { organization });
    return { subject, item: { link: { href: link, label: action } }, body };
  },
  sample: (sample, locale) => ({
    ...sampleOrganization(sample),
    employee: SAMPLE_RECIPIENT.name,
    link: sampleLink("/sign-in", locale),
  }),
});

type Invitation = {
  /** A person's name; null when the organization itself invites. */
  inviter: string | null;
  address: string;
  organization: string;
  role: MemberRoleName;
  color: string | null;
  expiresAt: Date;
  link: string;
};

const previewText = ({ t }: MailTranslator, { inviter, organization }: Invitation): string =>
  inviter === null
    ? t("member_invitation.preview_own", { organization })
    : t("member_invitation.preview", { inviter, organization });

const factText = ({ t }: MailTranslator, { inviter, organization, role }: Invitation): string =>
  inviter === null
    ? t("member_invitation.fact_own", { organization, role })
    : t("member_invitation.fact", { inviter, organization, role });

/**
 * "Join the organization": who asks, for which role, what that means, and until when. Its link makes its reader a member,
 * and leads to a page of the console, which is English. Invitations by a program are sent in the organization's name.
 */
export const memberInvitation = defineMail({
  payload: z.object({ template: z.literal("member_invitation") }),
  load: findMemberInvitations,
  prepare: (invitation) => ({
    locale: invitation.locale,
    to: { name: "", address: invitation.email },
    ...buildSender(invitation.organization, invitation),
    organization: invitation.organization,
    facts: {
      inviter: invitation.inviterType === "User" ? invitation.inviter || null : null,
      address: invitation.email,
      organization: invitation.organization,
      role: invitation.role,
      color: invitation.color,
      expiresAt: invitation.expiresAt,
      link: buildInvitationUrl(invitation),
    },
  }),
  write: (invitation: Invitation, words) => {
    const { t, locale } = words;
    const { inviter, address, organization, role, color, expiresAt, link } = invitation;
    const action = t("member_invitation.action");
    const body = (
      <Layout
        lang={locale}
        preview={previewText(words, invitation)}
        sender={organization}
        footer={[
          t("member_invitation.reason", { inviter: inviter ?? organization, address }),
          t("member_invitation.not_yours"),
        ]}
      >
        <MailTitle>{t("member_invitation.title", { organization })}</MailTitle>
        <Paragraph>{factText(words, invitation)}</Paragraph>
        <Paragraph>{t(`member_invitation.roles.${role}`)}</Paragraph>
        <Paragraph>{t("member_invitation.until", { date: formatLongDate(words, expiresAt) })}</Paragraph>
        <ActionButton href={link} color={color}>
          {action}
        </ActionButton>
        <LinkBelow words={words} link={link} />
      </Layout>
    );
    const subject = t("member_invitation.subject", { organization });
    return { subject, item: { link: { href: link, label: action } }, body };
  },
  sample: (sample) => ({
    ...sampleOrganization(sample),
    inviter: null,
    role: "issuer" as const,
    expiresAt: daysFromNow(7),
    link: publicUrl("/invitations/sample"),
  }),
});
