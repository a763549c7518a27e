"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { usePathname } from "next/navigation";

/** Reminds of badges that wait for an answer, on all pages of the wallet but the one that lists them. */
export function PendingStrip({ count }: { count: number }) {
  const t = useTranslations("wallet.badges");
  const path = usePathname();
  if (count === 0 || path === "/wallet") return null;
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-accent bg-accent-soft px-4 py-2 text-sm">
      {t("pending", { count })}
      <Link
        prefetch={false}
        href="/wallet"
        className="inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4"
      >
        {t("pending_show")}
      </Link>
    </p>
  );
}
