"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ConnectedApplication } from "@/lib/access/connected-applications/schema";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/dialog-button";
import { useWrite } from "@/components/ui/use-write";

function Application({ application }: { application: ConnectedApplication }) {
  const t = useTranslations("wallet.applications");
  const format = useFormatter();
  const { write, isBusy } = useWrite();
  const { id, name, description, organization, connected_at: at } = application;
  const disconnect = (close: () => void) =>
    write({
      send: () => apiMe("DELETE", `/connected_applications/${id}`),
      done: () => t("removed", { name }),
    }).then(close);
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 py-5">
      <div className="min-w-52 grow basis-0">
        <h2 className="font-heading text-xl leading-tight">{name}</h2>
        {description ? <p className="mt-1">{description}</p> : null}
        <p className="mt-1 text-[0.8125rem] text-ink-faint">
          {t("by", { organization: organization.name })}
          <span aria-hidden="true"> · </span>
          {t("since", { date: format.dateTime(new Date(at), { dateStyle: "long", timeZone: "UTC" }) })}
        </p>
      </div>
      <ConfirmButton
        opener={t("remove")}
        look={{ variant: "secondary" }}
        title={t("remove_title", { name })}
        text={t("remove_text", { name })}
        confirm={t("remove_now")}
        isBusy={isBusy}
        onConfirm={(close) => void disconnect(close)}
      />
    </li>
  );
}

/** The applications that can see the person's public badges. */
export const ApplicationList = ({ applications }: { applications: ConnectedApplication[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {applications.map((application) => (
      <Application key={application.id} application={application} />
    ))}
  </ul>
);
