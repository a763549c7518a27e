import { buttonClass } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { LANGUAGE_NAMES, LOCALES, type Locale } from "@/lib/kernel/locales";
import { MAIL_KINDS, type MailKind } from "@/lib/delivery/mail/choices";

const KIND_LABELS: Record<MailKind, string> = {
  pending_badge: "Badge issued",
  replaced_badge: "Badge replaced",
  revoked_badge: "Badge revoked",
  expiring_badge: "Badge expires soon",
  employee_invitation: "Employee invitation",
  member_invitation: "Member invitation",
  confirm_email: "E-mail address confirmation",
  merge_accounts: "Account merge confirmation",
  connect_course: "Course connection",
  password: "Password reset",
  account_changed: "Account changed",
  webhook_failing: "Webhook deliveries failing",
  domain_lost: "Domain no longer verified",
  several: "Several e-mails combined",
};

type MailChoiceProps = { path: string; kind: MailKind; locale: Locale; width: string };

/** Selects the e-mail and its language. A plain form that works without JavaScript. */
export const MailChoice = ({ path, kind, locale, width }: MailChoiceProps) => (
  <form
    // The key resets the fields when the URL changes.
    key={`${kind} ${locale}`}
    action={path}
    className="mb-8 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
  >
    <Field label="E-mail">
      {(control) => (
        <Select {...control} name="kind" defaultValue={kind}>
          {MAIL_KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_LABELS[each]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Language">
      {(control) => (
        <Select {...control} name="locale" defaultValue={locale}>
          {LOCALES.map((each) => (
            <option key={each} value={each} lang={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <input type="hidden" name="width" value={width} />
    <button type="submit" className={buttonClass({ variant: "secondary" })}>
      {" "}
      Show preview{" "}
    </button>
  </form>
);
