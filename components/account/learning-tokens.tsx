"use client";

import { useFormatter, useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";
import type { OwnLearningToken } from "@/lib/learning/tokens/schema";

function TokenItem({ token }: { token: OwnLearningToken }) {
  const t = useTranslations("wallet.account");
  const format = useFormatter();
  const { write, isBusy } = useWrite();
  const date = (value: string): string => format.dateTime(new Date(value), { dateStyle: "medium" });
  const [app, created] = [token.app_name, date(token.created_at)];
  const origin = [token.organization_name, token.browser, token.address].filter(Boolean).join(" · ");
  const end = () =>
    write({ send: () => apiMe("DELETE", `/learning_tokens/${token.id}`), done: () => t("token_ended") });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{t(`token_kinds.${token.kind}`, { app })}</p>
        <p className="wrap-anywhere text-ink-soft">
          {token.last_used_at
            ? t("token_times", { created, used: date(token.last_used_at) })
            : t("token_unused", { created })}
          {" · "}
          {origin}
        </p>
      </div>
      <span className="ms-auto">
        <Button
          variant="quiet"
          size="small"
          busy={isBusy}
          aria-label={t("token_end_of", { app })}
          onClick={() => void end()}
        >
          {t("token_end")}
        </Button>
      </span>
    </li>
  );
}

/** The tokens with which course systems act for the person, each with a button that ends it. */
export function LearningTokens({ tokens }: { tokens: OwnLearningToken[] }) {
  const t = useTranslations("wallet.account");
  const { write, isBusy } = useWrite();
  const endAll = async (close: () => void): Promise<void> => {
    const isEnded = await write({
      send: () => apiMe("DELETE", "/learning_tokens"),
      done: () => t("tokens_ended"),
    });
    if (isEnded) close();
  };
  return (
    <>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} />
        ))}
      </ul>
      <div>
        <ConfirmButton
          opener={t("tokens_end")}
          look={{ variant: "secondary" }}
          title={t("tokens_title")}
          text={t("tokens_ask")}
          confirm={t("tokens_now")}
          isBusy={isBusy}
          onConfirm={(close) => void endAll(close)}
        />
      </div>
    </>
  );
}
