import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LabelledText } from "@/components/ui/labelled-text";
import type { VerificationResult } from "@/lib/credentials/verification/schema";

type Check = VerificationResult["checks"][number];

const ICONS = {
  passed: { Icon: CircleCheck, className: "text-positive" },
  failed: { Icon: CircleX, className: "text-negative" },
  unknown: { Icon: CircleHelp, className: "text-caution" },
} as const;

function CheckLine({ check, result, reason, detail }: Check) {
  const t = useTranslations("verify");
  const { Icon, className } = ICONS[result];
  return (
    <li className="flex items-start gap-2.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${className}`} aria-hidden="true" />
      <span className="wrap-anywhere">
        <LabelledText
          label={t(`outcome.${result}`)}
          text={reason === null ? t(`check.${check}`) : t(`reason.${reason}`)}
        />
        {detail ? <span className="text-ink-faint"> ({detail})</span> : null}
      </span>
    </li>
  );
}

/** Every check that was made, with its result. They appear one after the other. */
export function CheckList({ checks }: Pick<VerificationResult, "checks">) {
  const t = useTranslations("verify");
  return (
    <div className="flex flex-col gap-3 text-sm">
      <h3 className="font-medium">{t("check.title")}</h3>
      <ul className="appear-in-turn flex flex-col gap-2">
        {checks.map((check) => (
          <CheckLine key={check.check} {...check} />
        ))}
      </ul>
    </div>
  );
}
