"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { EarnerEmployment } from "@/lib/workforce/employees/schema";
import { apiMe } from "@/components/api";
import { ConfirmButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";

type EmploymentActionsProps = {
  employment: Pick<EarnerEmployment, "id" | "employee_state" | "deactivated_at"> & { employer: string };
};

/** Buttons to accept or decline an employer's request, or to disconnect. An inactive employee cannot accept. */
export function EmploymentActions({ employment }: EmploymentActionsProps) {
  const { id, employee_state: state, employer } = employment;
  const t = useTranslations("wallet.employers");
  const { write, isBusy } = useWrite();
  const decide = (verb: "accept" | "reject" | "leave") =>
    write({
      send: () => apiMe<EarnerEmployment>("POST", `/employments/${id}/${verb}`, {}),
      done: () => t(`${verb}_said`, { employer }),
    });
  if (state === "pending") {
    return (
      <div role="group" aria-label={employer} className="flex flex-wrap gap-2">
        {employment.deactivated_at ? null : (
          <Button busy={isBusy} onClick={() => void decide("accept")}>
            {t("accept")}
          </Button>
        )}
        <Button variant="secondary" busy={isBusy} onClick={() => void decide("reject")}>
          {t("reject")}
        </Button>
      </div>
    );
  }
  if (state !== "accepted") return null;
  return (
    <ConfirmButton
      opener={t("leave")}
      look={{ variant: "secondary" }}
      title={t("leave_title", { employer })}
      text={t("leave_text", { employer })}
      confirm={t("leave_now")}
      isBusy={isBusy}
      onConfirm={(close) => void decide("leave").then(close)}
    />
  );
}
