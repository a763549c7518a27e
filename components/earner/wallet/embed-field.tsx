"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyField } from "@/components/account/copy-field";
import { sharePath } from "@/components/public/badge/share-address";
import { Field, Select } from "@/components/ui/form/field";
import { buildEmbedCode, EMBED_SIZES, type EmbedSize } from "@/lib/credentials/public-pages/choices";

const SIZES = Object.keys(EMBED_SIZES) as EmbedSize[];

/** The HTML code to embed a badge in another web page, in a size of choice. */
export function EmbedField({ badge }: { badge: { id: string; url: string; name: string } }) {
  const t = useTranslations("wallet.badge");
  const [size, setSize] = useState<EmbedSize>("medium");
  const words = { small: t("embed_small"), medium: t("embed_medium"), large: t("embed_large") };
  return (
    <div className="flex flex-col gap-3">
      <Field label={t("embed_size")} className="max-w-64">
        {(control) => (
          <Select
            {...control}
            value={size}
            onChange={({ target }) => setSize(SIZES.find((each) => each === target.value) ?? "medium")}
          >
            {SIZES.map((each) => (
              <option key={each} value={each}>
                {words[each]} ({EMBED_SIZES[each].join(" × ")})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CopyField
        label={t("embed_code")}
        text={buildEmbedCode(badge, EMBED_SIZES[size])}
        isLong
        countedAt={sharePath(badge.id, "embed")}
      />
    </div>
  );
}
