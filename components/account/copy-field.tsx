"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/form/field";
import { useShowMessage } from "@/components/ui/overlay/show-message";

/** A read-only text with a button to copy it. */
export function CopyField({
  label,
  text,
  isLong = false,
  countedAt,
}: {
  label: string;
  text: string;
  isLong?: boolean;
  /** Where to report that the text was copied. */
  countedAt?: string;
}) {
  const t = useTranslations("wallet.common");
  const common = useTranslations("common");
  const showMessage = useShowMessage();
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      if (countedAt) navigator.sendBeacon(countedAt);
      showMessage("positive", t("copied"));
    } catch {
      // The clipboard needs https and may be denied.
      showMessage("negative", t("copy_failed"));
    }
  };
  const name = common.markup("labelled", { label: t("copy"), text: label, visuallyHidden: (words) => words });
  const Icon = copied === text ? Check : Copy;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={label} className="min-w-48 grow basis-0">
        {(control) =>
          isLong ? (
            <Textarea {...control} readOnly value={text} rows={4} className="font-mono text-[0.8125rem]" />
          ) : (
            <Input {...control} readOnly value={text} className="text-sm" />
          )
        }
      </Field>
      <Button variant="secondary" aria-label={name} onClick={() => void copy()}>
        <Icon className="size-4" aria-hidden="true" />
        {t("copy")}
      </Button>
    </div>
  );
}
