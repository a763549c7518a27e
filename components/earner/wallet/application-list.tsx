"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { describeScopes } from "@/lib/applications/wallet-applications/choices";
import type { WalletApplication } from "@/lib/applications/wallet-applications/schema";
import type { ConnectedApplication } from "@/lib/applications/connected-applications/schema";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

type EntryProps = {
  name: string;
  /** Whom it belongs to, or where it returns to. */
  origin: string;
  connectedAt: string;
  /** The path that ends it, and what is said before and after. */
  path: string;
  warning: string;
  result: string;
  children?: ReactNode;
};

function Entry({ name, origin, connectedAt, path, warning, result, children }: EntryProps) {
  const t = useTranslations("wallet.applications");
  const format = useFormatter();
  const { write, isBusy } = useWrite();
  const end = (close: () => void) =>
    write({ send: () => apiMe("DELETE", path), done: () => result }).then(close);
  const date = format.dateTime(new Date(connectedAt), { dateStyle: "long", timeZone: "UTC" });
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 py-5">
      <div className="min-w-52 grow basis-0">
        <h3 className="font-heading text-xl leading-tight wrap-anywhere">{name}</h3>
        {children}
        <p className="mt-1 text-[0.8125rem] wrap-anywhere text-ink-faint">
          {origin}
          <span aria-hidden="true"> · </span>
          {t("since", { date })}
        </p>
      </div>
      <ConfirmButton
        opener={t("remove")}
        look={{ variant: "secondary" }}
        title={t("remove_title", { name })}
        text={warning}
        confirm={t("remove_now")}
        isBusy={isBusy}
        onConfirm={(close) => void end(close)}
      />
    </li>
  );
}

/** The applications that can see the person's public badges. */
export function ApplicationList({ applications }: { applications: ConnectedApplication[] }) {
  const t = useTranslations("wallet.applications");
  return (
    <ul className="divide-y divide-line border-y border-line">
      {applications.map(({ id, name, description, organization, connected_at: connectedAt }) => (
        <Entry
          key={id}
          name={name}
          origin={t("by", { organization: organization.name })}
          connectedAt={connectedAt}
          path={`/connected_applications/${id}`}
          warning={t("remove_text", { name })}
          result={t("removed", { name })}
        >
          {description ? <p className="mt-1">{description}</p> : null}
        </Entry>
      ))}
    </ul>
  );
}

/** The applications that use the person's account, each with what it can do. */
export function WalletApplicationList({ applications }: { applications: WalletApplication[] }) {
  const t = useTranslations("wallet.applications");
  return (
    <ul className="divide-y divide-line border-y border-line">
      {applications.map(({ id, name, host, scopes, connected_at: connectedAt }) => (
        <Entry
          key={id}
          name={name}
          origin={host ?? t("device")}
          connectedAt={connectedAt}
          path={`/wallet_applications/${id}`}
          warning={t("end_text", { name })}
          result={t("ended", { name })}
        >
          <ul className="mt-1 list-disc pl-5">
            {describeScopes(scopes).map((key) => (
              <li key={key}>{t(`scopes.${key}`)}</li>
            ))}
          </ul>
        </Entry>
      ))}
    </ul>
  );
}
