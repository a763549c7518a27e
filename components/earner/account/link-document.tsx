import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { OtherAccount } from "./other-account";

export type LinkKind = "confirm" | "merge";
/** The status of a link for the signed-in account (lib/accounts/accounts/emails.ts), or the result of using it. */
export type LinkStatus =
  | "ready"
  | "confirmed"
  | "merged"
  | "old"
  | "of_another"
  | "no_account"
  | "not_yours"
  | "provider_required"
  | "failed";

export type LinkDocumentProps = {
  kind: LinkKind;
  status: LinkStatus;
  /** The address that the link is for; null when the account did not request the link. */
  email: string | null;
  /** The primary address of the signed-in account. */
  account: string;
  /** The path of the page, to return to after signing in with another account. */
  path: string;
  /** The button that sends the request. */
  action?: ReactNode;
};

const messageKey = (kind: LinkKind, status: LinkStatus) => (status === "ready" ? kind : status);

function LinkButtons({ status, path }: Pick<LinkDocumentProps, "status" | "path">) {
  const t = useTranslations("accept.emails");
  const look = "min-h-11 py-2 whitespace-normal";
  if (status === "not_yours") return <OtherAccount path={path} />;
  const isDone = status === "confirmed" || status === "merged";
  return (
    <>
      {isDone ? (
        <ButtonLink href="/wallet" className={look}>
          {t("my_badges")}
        </ButtonLink>
      ) : null}
      <ButtonLink href="/wallet/account" variant="secondary" className={look}>
        {t("my_addresses")}
      </ButtonLink>
    </>
  );
}

/** The page of a link in an e-mail about an address: the question, or the status of the link. */
export function LinkDocument({ kind, status, email, account, path, action }: LinkDocumentProps) {
  const t = useTranslations("accept.emails");
  const words = messageKey(kind, status);
  const given = { address: email ?? "", account };
  return (
    <article className="max-w-2xl">
      <div role={action ? undefined : "status"}>
        <h1 className="font-heading text-2xl leading-tight wrap-anywhere sm:text-4xl">
          {t(`${words}.title`, given)}
        </h1>
        <p className="mt-3 text-ink-soft">{t("signed_in_as", { account })}</p>
        <p className="mt-3 text-base wrap-anywhere text-ink-soft">{t(`${words}.text`, given)}</p>
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        {action ?? null}
        <LinkButtons status={status} path={path} />
      </div>
    </article>
  );
}
