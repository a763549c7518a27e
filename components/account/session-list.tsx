"use client";

import { useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { useMomentFormat } from "@/components/ui/time/use-moment-format";
import { useWrite } from "@/components/ui/form/use-write";
import type { Session } from "@/lib/accounts/sessions/schema";

function SessionItem({ session }: { session: Session }) {
  const t = useTranslations("wallet.account");
  const moment = useMomentFormat();
  const { write, isBusy } = useWrite();
  const browser = session.browser ?? t("session_unknown");
  const end = () =>
    write({ send: () => apiMe("DELETE", `/sessions/${session.id}`), done: () => t("session_ended") });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="wrap-anywhere">{browser}</span>
          {session.current ? <Tag tone="accent">{t("session_current")}</Tag> : null}
          {session.second_factor ? <Tag tone="positive">{t("second_factor")}</Tag> : null}
        </p>
        <p className="text-ink-soft">
          {t("session_times", {
            started: moment(session.started_at),
            used: moment(session.last_used_at),
          })}
          {session.address ? <span className="wrap-anywhere"> · {session.address}</span> : null}
        </p>
      </div>
      {session.current ? null : (
        <span className="ms-auto">
          <Button
            variant="quiet"
            size="small"
            busy={isBusy}
            aria-label={t("session_end_of", { browser })}
            onClick={() => void end()}
          >
            {t("session_end")}
          </Button>
        </span>
      )}
    </li>
  );
}

/** The sessions of the person: browser, address and last use, each with a button that ends it. */
export const SessionList = ({ sessions }: { sessions: Session[] }) => (
  <ul className="divide-y divide-line border-y border-line text-sm">
    {sessions.map((session) => (
      <SessionItem key={session.id} session={session} />
    ))}
  </ul>
);
