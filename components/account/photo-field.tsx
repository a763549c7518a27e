"use client";

import { CircleUserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/image-choice";
import { Picture } from "@/components/ui/picture";

type PhotoFieldProps = {
  /** The photo to show: the stored one or the one just chosen; null for none. */
  shown: string | null;
  error: string | undefined;
  onChange: (photo: string | null) => void;
};

/** A field to choose the person's photo from a file, with a preview before it is saved. */
export function PhotoField({ shown, error, onChange }: PhotoFieldProps) {
  const t = useTranslations("wallet.account");
  return (
    <ImageChoice
      label={t("photo")}
      picture={
        shown ? (
          <Picture
            src={shown}
            alt={t("photo_alt")}
            width={96}
            height={96}
            className="size-24 shrink-0 rounded-full border border-line object-cover"
          />
        ) : (
          <CircleUserRound className="size-24 shrink-0 text-line" aria-hidden="true" strokeWidth={0.75} />
        )
      }
      choose={t(shown ? "photo_replace" : "photo_choose")}
      beside={
        shown ? (
          <Button variant="quiet" size="small" onClick={() => onChange(null)}>
            {t("photo_remove")}
          </Button>
        ) : null
      }
      onChoose={onChange}
      unreadable={t("photo_unreadable")}
      error={error}
    />
  );
}
