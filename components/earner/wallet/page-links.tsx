import { useTranslations } from "next-intl";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { listHref, type ListAddress } from "@/components/ui/list/list-address";

const STEP = buttonClass({ variant: "secondary", size: "small" });

/** Links to the previous and the next page of a list. Renders nothing for a single page. */
export function PageLinks({ list, page, pages }: { list: ListAddress; page: number; pages: number }) {
  const t = useTranslations("wallet.common");
  if (pages < 2) return null;
  return (
    <nav
      aria-label={t("page_label")}
      className="mt-6 flex flex-wrap items-center gap-3 text-sm text-ink-soft"
    >
      {page > 1 ? (
        <Link
          prefetch={false}
          rel="prev"
          href={listHref(list, { page: page > 2 ? String(page - 1) : "" })}
          className={STEP}
        >
          {t("page_previous")}
        </Link>
      ) : null}
      <span className="tabular-nums">{t("page_position", { page, pages })}</span>
      {page < pages ? (
        <Link prefetch={false} rel="next" href={listHref(list, { page: String(page + 1) })} className={STEP}>
          {t("page_next")}
        </Link>
      ) : null}
    </nav>
  );
}
