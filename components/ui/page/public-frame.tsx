import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Brand } from "./brand";
import { LanguageSwitch } from "./language-switch";
import { Logo } from "./logo";

type PublicFrameProps = {
  color: string | null;
  /** The query parameters of the page to keep when the language changes. */
  query?: Record<string, string>;
  /** Whether the header links to other pages. False on pages whose task is to be completed first. */
  hasLinks?: boolean;
  children: ReactNode;
};

/** The same for every reader, signed in or not: public pages are stored once for all. */
function HeaderLinks() {
  const t = useTranslations("common");
  const links = [
    { href: "/verify", text: t("verify") },
    { href: "/sign-in", text: t("sign_in") },
  ];
  return (
    <nav aria-label={t("product")} className="-me-2.5 ms-auto flex flex-wrap">
      {links.map(({ href, text }) => (
        <a
          key={href}
          href={href}
          className="inline-flex min-h-9 items-center rounded-lg px-2.5 text-sm text-ink-soft hover:bg-sunken hover:text-ink"
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

/** The frame of pages that need no sign-in, in the issuer's accent colour. */
export function PublicFrame({ color, query = {}, hasLinks = true, children }: PublicFrameProps) {
  const t = useTranslations("common");
  return (
    <Brand color={color} className="flex min-h-screen flex-col print:min-h-0 print:scheme-light">
      <header className="mx-auto flex w-full max-w-5xl items-center gap-2.5 px-5 py-5 sm:px-8 print:hidden">
        <Logo className="size-6" />
        <span className="font-heading text-lg">{t("product")}</span>
        {hasLinks ? <HeaderLinks /> : null}
      </header>
      <main className="mx-auto w-full max-w-5xl grow px-5 pt-4 pb-16 sm:px-8 sm:pt-8 print:p-0">
        {children}
      </main>
      <footer className="border-t border-line print:hidden">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 py-6 sm:px-8">
          <p className="text-[0.8125rem] text-ink-faint">{t("trust")}</p>
          <LanguageSwitch label={t("language")} locale={useLocale()} query={query} />
        </div>
      </footer>
    </Brand>
  );
}
