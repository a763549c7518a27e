"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

type FactorItemProps = {
  name: string;
  addedAt: string;
  usedAt: string | null;
  /** The path of the factor below /v1/me. */
  path: string;
  /** Further actions. */
  children?: ReactNode;
};

/** A second factor with the dates of its use, and its removal. */
export function FactorItem({ name, addedAt, usedAt, path, children }: FactorItemProps) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const format = useFormatter();
  const { write, isBusy } = useWrite();
  const date = (value: string): string => format.dateTime(new Date(value), { dateStyle: "medium" });
  const remove = async (close: () => void): Promise<void> => {
    const isRemoved = await write({
      send: () => apiMe("DELETE", path),
      done: () => t("factor_removed", { name }),
    });
    if (isRemoved) close();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-ink-soft">
          {usedAt
            ? t("factor_dates", { added: date(addedAt), used: date(usedAt) })
            : t("factor_unused", { added: date(addedAt) })}
        </p>
      </div>
      <span className="ms-auto flex flex-wrap gap-1">
        {children}
        <ConfirmButton
          opener={words("remove")}
          openerLabel={t("factor_remove_of", { name })}
          look={{ variant: "quiet", size: "small" }}
          title={t("factor_remove_title", { name })}
          text={t("factor_remove_text")}
          confirm={words("remove_now")}
          isBusy={isBusy}
          onConfirm={(close) => void remove(close)}
        />
      </span>
    </li>
  );
}
