"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import type { OwnEmail } from "@/lib/accounts/accounts/schema";
import { apiMe } from "@/components/api";
import { ProofForm } from "./proof-form";
import { DialogButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

const SMALL = { variant: "quiet", size: "small" } as const;

type PartProps = { row: OwnEmail; hasPassword: boolean };

/** Makes an address the primary one. Asks for the password, if there is one, because e-mails then go there. */
function MakePrimary({ row: { id, email }, hasPassword }: PartProps) {
  const t = useTranslations("wallet.account");
  return (
    <DialogButton
      opener={t("make_primary")}
      openerLabel={t("make_primary_of", { email })}
      look={SMALL}
      title={t("primary_title", { email })}
      text={t("primary_text")}
    >
      {(close) => (
        <ProofForm
          send={(proof) => apiMe<OwnEmail>("PATCH", `/emails/${id}`, { primary: true, ...proof })}
          done={() => t("primary_said", { email })}
          action={t("make_primary")}
          look="primary"
          needsPassword={hasPassword}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

function ResendMail({ row: { id, email } }: Pick<PartProps, "row">) {
  const t = useTranslations("wallet.account");
  const { write, isBusy } = useWrite();
  const resendMail = () =>
    write({
      send: () => apiMe<OwnEmail>("POST", `/emails/${id}/send_confirmation`, {}),
      done: () => t("resent", { email }),
    });
  return (
    <Button {...SMALL} busy={isBusy} aria-label={t("resend_of", { email })} onClick={() => void resendMail()}>
      {t("resend")}
    </Button>
  );
}

function RemoveAddress({ row: { id, email, confirmed }, hasPassword }: PartProps) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  return (
    <DialogButton
      opener={words("remove")}
      openerLabel={t("remove_of", { email })}
      look={SMALL}
      title={t("remove_title", { email })}
      text={t("remove_text")}
    >
      {(close) => (
        <ProofForm
          send={(proof) => apiMe("DELETE", `/emails/${id}`, proof)}
          done={() => t("removed", { email })}
          action={words("remove_now")}
          look="danger"
          // An unconfirmed address gives no access to the account, so removing it needs no password.
          needsPassword={hasPassword && confirmed}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

function Address({ row, hasPassword }: PartProps) {
  const t = useTranslations("wallet.account");
  const { email, primary, confirmed } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <span className="min-w-0 wrap-anywhere">{email}</span>
      {primary ? <Tag tone="accent">{t("primary")}</Tag> : null}
      {confirmed ? null : <Tag tone="caution">{t("unconfirmed")}</Tag>}
      {primary ? null : (
        <span className="ms-auto flex flex-wrap gap-1">
          {confirmed ? <MakePrimary row={row} hasPassword={hasPassword} /> : <ResendMail row={row} />}
          <RemoveAddress row={row} hasPassword={hasPassword} />
        </span>
      )}
    </li>
  );
}

/** The person's addresses, marked as primary or not confirmed, with their actions. */
export const AddressList = ({ emails, hasPassword }: { emails: OwnEmail[]; hasPassword: boolean }) => (
  <ul className="divide-y divide-line border-y border-line text-sm">
    {emails.map((row) => (
      <Address key={row.id} row={row} hasPassword={hasPassword} />
    ))}
  </ul>
);
