import { buttonClass } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { LANGUAGE_NAMES, LOCALES, type Locale } from "@/lib/kernel/locales";
import { MAIL_KINDS, type MailKind } from "@/lib/delivery/mail/choices";

const KIND_WORDS: Record<MailKind, string> = {
  pending_badge: "A badge was issued",
  replaced_badge: "A badge was replaced",
  revoked_badge: "A badge was revoked",
  expiring_badge: "A badge expires soon",
  employee_invitation: "An employee is invited",
  member_invitation: "A member is invited",
  confirm_email: "An address is to be confirmed",
  merge_accounts: "Two accounts are to be merged",
  connect_course: "A course is to be connected",
  password: "A password was forgotten",
  account_changed: "An account was changed",
  webhook_failing: "Webhook deliveries fail",
  domain_lost: "A domain is no longer verified",
  several: "Several mails in one",
};

type MailChoiceProps = { path: string; kind: MailKind; locale: Locale; width: string };

/** Which mail, in which language: a form that the browser sends by itself. */
export const MailChoice = ({ path, kind, locale, width }: MailChoiceProps) => (
  <form
    // A key, because the browser keeps what was chosen when only the address changes.
    key={`${kind} ${locale}`}
    action={path}
    className="mb-8 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
  >
    <Field label="Mail">
      {(control) => (
        <Select {...control} name="kind" defaultValue={kind}>
          {MAIL_KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_WORDS[each]}
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
      Show
    </button>
  </form>
);
