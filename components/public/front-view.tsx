import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";

type LinkProps = { href: string; text: string };
type WayProps = { title: string; text: string; children: ReactNode };

const Way = ({ title, text, children }: WayProps) => (
  <section className="flex flex-col items-start border-t border-edge pt-6">
    <h2 className="font-heading text-2xl leading-tight">{title}</h2>
    <p className="mt-2 grow text-ink-soft">{text}</p>
    <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">{children}</p>
  </section>
);

const ButtonLink = ({ href, text, isMain = false }: LinkProps & { isMain?: boolean }) => (
  <a
    href={href}
    className={buttonClass(
      isMain ? {} : { variant: "secondary" },
      "max-w-full shrink whitespace-normal py-2",
    )}
  >
    {text}
  </a>
);

const TextLink = ({ href, text }: LinkProps) => (
  <a
    href={href}
    className="inline-flex min-h-10 items-center text-sm text-ink-soft underline decoration-line underline-offset-4 hover:decoration-ink"
  >
    {text}
  </a>
);

/** What visitors can do at this installation. */
export function FrontView() {
  const t = useTranslations("public.front");
  const product = useTranslations("common")("product");
  return (
    <div className="py-6 sm:py-14">
      <header>
        <h1 className="font-heading text-5xl leading-[1.05] wrap-anywhere sm:text-7xl">{product}</h1>
        <p className="mt-6 max-w-[38rem] text-lg text-ink-soft sm:text-xl">{t("lead")}</p>
      </header>
      <div className="mt-14 grid gap-x-10 gap-y-12 sm:mt-20 md:grid-cols-3">
        <Way title={t("verify_title")} text={t("verify_text")}>
          <ButtonLink href="/verify" text={t("verify")} isMain />
        </Way>
        <Way title={t("wallet_title")} text={t("wallet_text")}>
          <ButtonLink href="/sign-in?callbackUrl=%2Fwallet" text={t("wallet")} />
        </Way>
        <Way title={t("issue_title")} text={t("issue_text")}>
          <ButtonLink href="/console" text={t("issue")} />
          <TextLink href="/openapi.json" text={t("api")} />
        </Way>
      </div>
    </div>
  );
}
