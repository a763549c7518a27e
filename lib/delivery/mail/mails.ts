import type { TextsOfMail } from "@/lib/delivery/mail-designs/schema";
import type { Locale } from "@/lib/kernel/locales";
import type { MailKind } from "./choices";
import type { DefinedMail, RenderedMail } from "./define-mail";
import { accountChanged } from "./mails/account-changed";
import { confirmEmail, mergeAccounts, password } from "./mails/addresses";
import { badgeMails } from "./mails/badges";
import { connectCourse } from "./mails/connect-course";
import { designTest } from "./mails/design-test";
import { domainLost } from "./mails/domain-lost";
import { employeeInvitation, memberInvitation } from "./mails/invitations";
import { noticeMail } from "./mails/notice";
import { several } from "./mails/several";
import { webhookFailing } from "./mails/webhook-failing";
import type { SampleData } from "./queries";

/** The kinds that the console shows but no message requests: other forms of a mail, and several mails in one. */
const CONTENTS = { merge_accounts: mergeAccounts, several };

/** The kinds of mail that a message requests. The console shows all of them except tests. */
type MailTemplate = Exclude<MailKind, keyof typeof CONTENTS> | "design_test";

/** Every mail, by the `template` in the payload of its message (CONTRIBUTING.md, "Add a mail"). */
export const MAILS: { [Template in MailTemplate]: DefinedMail<Template> } = {
  ...badgeMails,
  employee_invitation: employeeInvitation,
  member_invitation: memberInvitation,
  confirm_email: confirmEmail,
  connect_course: connectCourse,
  password,
  account_changed: accountChanged,
  webhook_failing: webhookFailing,
  domain_lost: domainLost,
  notice: noticeMail,
  design_test: designTest,
};

/** Renders a mail as this organization would send it, with these words of its own; sends nothing. */
export const renderSampleMail = (
  sample: SampleData,
  kind: MailKind,
  locale: Locale,
  texts: TextsOfMail | null,
): Promise<RenderedMail> => ({ ...MAILS, ...CONTENTS })[kind].renderSample({ ...sample, texts }, locale);
