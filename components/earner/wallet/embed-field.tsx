"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyField } from "@/components/account/copy-field";
import { sharePath } from "@/components/public/badge/share-address";
import { Field, Select } from "@/components/ui/form/field";
import { escapeHtml } from "@/components/ui/escape-html";

/** Width and height of an embedded badge, in CSS pixels. */
const EMBED_SIZES = { small: [240, 330], medium: [320, 430], large: [480, 560] } as const;
type EmbedSize = keyof typeof EMBED_SIZES;

/** Builds the HTML code that shows a badge in another web page. */
export function buildEmbedCode(badge: { id: string; url: string; name: string }, size: EmbedSize): string {
  const [width, height] = EMBED_SIZES[size];
  const address = new URL(`/embed/badges/${badge.id}`, badge.url).href;
  const title = escapeHtml(badge.name);
  return `<iframe src="${address}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

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
        text={buildEmbedCode(badge, size)}
        isLong
        countedAt={sharePath(badge.id, "embed")}
      />
    </div>
  );
}
