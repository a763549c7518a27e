import { useTranslations } from "next-intl";
import { PublicFrame } from "./public-frame";

/** The not-found page in the reader's language. */
export function NotFoundPage() {
  const t = useTranslations("common.not_found");
  return (
    <PublicFrame color={null}>
      <div className="mx-auto flex max-w-2xl flex-col py-6 sm:py-12">
        <p className="text-sm text-ink-faint">404</p>
        <h1 className="font-heading mt-1 text-4xl leading-tight">{t("title")}</h1>
        <p className="mt-3 text-ink-soft">{t("text")}</p>
      </div>
    </PublicFrame>
  );
}
