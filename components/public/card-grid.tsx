import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { LocalDate } from "@/components/ui/time/local-date";
import { VALIDITY_INK } from "@/components/public/badge/badge-facts";
import { Picture } from "@/components/ui/picture";
import type { PublicCard, PublicList } from "@/lib/credentials/public-pages/schema";

function Card({ card }: { card: PublicCard }) {
  const t = useTranslations("public");
  return (
    <li className="print:break-inside-avoid">
      <a
        href={card.path}
        className="group flex h-full flex-col rounded-xl border border-line p-5 hover:bg-sunken print:grid print:h-auto print:grid-cols-[3rem_minmax(0,1fr)] print:gap-x-3 print:border-0 print:px-0 print:py-1.5"
      >
        <Picture
          src={card.image_url}
          alt=""
          width={600}
          height={600}
          className="mx-auto mb-4 h-auto w-32 print:row-span-4 print:mb-0 print:w-12"
        />
        <span className="font-heading text-lg leading-snug group-hover:underline print:text-sm">
          {card.name}
        </span>
        {card.issuer ? (
          <span className="mt-1.5 text-[0.8125rem] text-ink-soft print:col-start-2 print:mt-0 print:text-xs">
            {t("list.by", { issuer: card.issuer })}
          </span>
        ) : null}
        {card.issued_on ? (
          <span className="mt-0.5 text-[0.8125rem] text-ink-faint print:col-start-2 print:mt-0 print:text-xs">
            <LocalDate value={card.issued_on} />
          </span>
        ) : null}
        {card.validity === "valid" ? null : (
          <strong
            className={`mt-1 text-[0.8125rem] print:col-start-2 print:mt-0 print:text-xs ${VALIDITY_INK[card.validity]}`}
          >
            {t(`verification.${card.validity}`)}
          </strong>
        )}
        {card.is_test ? (
          <strong className="mt-1 text-[0.8125rem] text-caution print:col-start-2 print:mt-0 print:text-xs">
            {t("test.tag")}
          </strong>
        ) : null}
      </a>
    </li>
  );
}

const STEP = buttonClass({ variant: "secondary", size: "small" });

type PageLinksProps = {
  list: Omit<PublicList, "cards">;
  path: string;
  /** The parameters of the list's filter, which its other pages have too. */
  parameters?: Record<string, string>;
};

/** Links to the pages before and after this one. */
export function PageLinks({ list: { page, pages }, path, parameters = {} }: PageLinksProps) {
  const t = useTranslations("public.list");
  if (pages <= 1) return null;
  const hrefOf = (number: number): string => {
    const query = new URLSearchParams(number === 1 ? parameters : { ...parameters, page: String(number) });
    return query.size === 0 ? path : `${path}?${query}`;
  };
  return (
    <nav
      aria-label={t("pages")}
      className="mt-8 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft print:hidden"
    >
      <p>{t("position", { page, pages })}</p>
      <div className="flex flex-wrap gap-2">
        {page > 1 ? (
          <a rel="prev" className={STEP} href={hrefOf(page - 1)}>
            {t("previous")}
          </a>
        ) : null}
        {page < pages ? (
          <a rel="next" className={STEP} href={hrefOf(page + 1)}>
            {t("next")}
          </a>
        ) : null}
      </div>
    </nav>
  );
}

/** A grid of templates or badges. */
export const Cards = ({ cards }: { cards: PublicCard[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-2 print:gap-x-6 print:gap-y-0">
    {cards.map((card) => (
      <Card key={card.id} card={card} />
    ))}
  </ul>
);

/** A grid of templates with links to the other pages. */
export const CardGrid = ({ list, ...rest }: PageLinksProps & { list: PublicList }) => (
  <>
    <Cards cards={list.cards} />
    <PageLinks list={list} {...rest} />
  </>
);
