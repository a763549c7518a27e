import { CircleUserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Theme } from "@/components/ui/page/appearance";
import { Logo } from "@/components/ui/page/logo";
import { PopupDetails } from "./popup-details";
import { LanguageList, ThemeChoice, NavLinks, SignOut } from "./frame-controls";

type Person = { name: string; email: string; organizations: { name: string; slug: string }[] };

const ITEM =
  "flex min-h-9 items-center rounded-lg px-3 py-1 text-sm text-ink no-underline hover:bg-sunken wrap-anywhere";

function PersonMenu({ person, theme }: { person: Person; theme: Theme }) {
  const t = useTranslations("wallet.nav");
  return (
    <PopupDetails className="group relative">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-lg px-2 text-sm hover:bg-sunken">
        <CircleUserRound className="size-5 shrink-0 text-ink-soft" aria-hidden="true" strokeWidth={1.75} />
        <span className="sr-only">{t("menu", { name: person.name })}</span>
        <span aria-hidden="true" className="hidden max-w-48 truncate sm:inline">
          {person.name}
        </span>
      </summary>
      <div className="absolute end-0 top-full z-20 mt-1 w-64 divide-y divide-line rounded-xl border border-line bg-raised p-1.5 shadow-overlay">
        <p className="px-3 py-2 text-[0.8125rem] text-ink-soft wrap-anywhere">{person.email}</p>
        {person.organizations.length > 0 ? (
          <ul className="py-1">
            {person.organizations.map(({ name, slug }) => (
              <li key={slug}>
                <a href={`/console/${slug}`} className={ITEM}>
                  {t("console", { organization: name })}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        <ThemeChoice theme={theme} />
        <div className="pt-1">
          <SignOut />
        </div>
      </div>
    </PopupDetails>
  );
}

type WalletFrameProps = { person: Person; theme: Theme; children: ReactNode };

/** The frame of the earner's own pages. */
export function WalletFrame({ person, theme, children }: WalletFrameProps) {
  const t = useTranslations("common");
  return (
    <div className="flex min-h-screen flex-col">
      <a
        href="#content"
        className="absolute start-4 top-4 z-30 -translate-y-24 rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t("skip")}
      </a>
      <header className="border-b border-line print:hidden">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-8 gap-y-2 px-5 py-3 sm:px-8">
          <Link
            prefetch={false}
            href="/wallet"
            className="flex min-h-9 items-center gap-2.5 text-ink no-underline"
          >
            <Logo className="size-6" />
            <span className="font-heading text-lg">{t("product")}</span>
          </Link>
          <div className="order-last w-full md:order-none md:w-auto md:grow">
            <NavLinks />
          </div>
          <div className="ms-auto">
            <PersonMenu person={person} theme={theme} />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl grow px-5 pt-8 pb-16 outline-none sm:px-8 sm:pt-10"
      >
        {children}
      </main>
      <footer className="border-t border-line print:hidden">
        <div className="mx-auto flex max-w-6xl px-5 py-4 sm:px-8">
          <LanguageList />
        </div>
      </footer>
    </div>
  );
}
