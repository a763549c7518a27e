import { useTranslations } from "next-intl";
import { CardGrid } from "@/components/public/card-grid";
import type { PublicList } from "@/lib/credentials/public-pages/schema";

/** Other badges of the issuer, below a badge; nothing when there are none. */
export function RelatedSection({ list }: { list: PublicList }) {
  const t = useTranslations("public.related");
  if (list.cards.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-14 border-t border-line pt-8 print:hidden">
      <h2 id="related" className="font-heading mb-6 text-2xl">
        {t("title")}
      </h2>
      <CardGrid list={list} path="" />
    </section>
  );
}
