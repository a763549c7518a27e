import { useTranslations } from "next-intl";

/** The page that stands where nothing is, in the language of who asked. */
export function NothingHere() {
  const t = useTranslations("common.not_found");
  return (
    <main className="mx-auto flex min-h-[70dvh] w-full max-w-xl flex-col justify-center px-5 py-16">
      <p className="text-sm text-ink-faint">404</p>
      <h1 className="font-heading mt-1 text-4xl leading-tight">{t("title")}</h1>
      <p className="mt-3 text-ink-soft">{t("text")}</p>
    </main>
  );
}
