import { Field, Select } from "@/components/ui/field";
import { MAIL_KINDS, type MailKind } from "@/lib/delivery/mail/choices";
import { isDesignedMail } from "@/lib/delivery/mail-designs/choices";
import { LANGUAGE_NAMES, LOCALES, type Locale } from "@/lib/kernel/locales";

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
  notice: "Notice to members",
  several: "Several e-mails combined",
};

const KIND_GROUPS = [
  { label: "With your own text", kinds: MAIL_KINDS.filter(isDesignedMail) },
  { label: "With fixed text", kinds: MAIL_KINDS.filter((kind) => !isDesignedMail(kind)) },
];

type MailFieldsProps = {
  kind: MailKind;
  locale: Locale;
  onKind: (kind: MailKind) => void;
  onLocale: (locale: Locale) => void;
  /** Whether this kind of mail has own texts in a language. */
  isChanged: (locale: Locale) => boolean;
};

/** Chooses the mail and the language whose texts are shown. */
export const MailFields = ({ kind, locale, onKind, onLocale, isChanged }: MailFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="E-mail">
      {(ids) => (
        <Select {...ids} value={kind} onChange={({ target }) => onKind(target.value as MailKind)}>
          {KIND_GROUPS.map(({ label, kinds }) => (
            <optgroup key={label} label={label}>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {KIND_LABELS[one]}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Language" hint="That of the recipient’s account, otherwise of the badge.">
      {(ids) => (
        <Select {...ids} value={locale} onChange={({ target }) => onLocale(target.value as Locale)}>
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGE_NAMES[one]}
              {isChanged(one) ? " ✓" : ""}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </div>
);
