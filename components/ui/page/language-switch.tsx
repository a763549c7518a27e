import { Languages } from "lucide-react";
import type { ElementType } from "react";
import { LANGUAGE_NAMES, LOCALES, type Locale } from "@/lib/kernel/locales";
import { LabelledText } from "@/components/ui/labelled-text";

type LanguageSwitchProps = {
  label: string;
  locale: Locale;
  /** The query parameters of this page to keep. */
  query?: Record<string, string>;
  /** The element that opens and closes the list; `details` works without scripts. */
  fold?: ElementType;
};

/** Links to the same page in the other languages (lib/http/server/language.ts). They work without JavaScript. */
export const LanguageSwitch = ({
  label,
  locale,
  query = {},
  fold: Fold = "details",
}: LanguageSwitchProps) => (
  <Fold className="group relative">
    <summary className="flex min-h-9 w-fit cursor-pointer items-center gap-2 rounded-lg px-2 text-[0.8125rem] text-ink-soft hover:bg-sunken">
      <Languages className="size-4" aria-hidden="true" />
      <span lang={locale}>
        <LabelledText label={label} text={LANGUAGE_NAMES[locale]} />
      </span>
    </summary>
    <ul className="absolute bottom-full start-0 z-20 mb-2 grid w-60 rounded-xl border border-line bg-raised p-1.5 shadow-lg">
      {LOCALES.map((each) => (
        <li key={each}>
          <a
            href={`?${new URLSearchParams({ ...query, lang: each })}`}
            lang={each}
            hrefLang={each}
            aria-current={each === locale ? "true" : undefined}
            className="flex min-h-9 items-center rounded-lg px-3 text-sm hover:bg-sunken aria-[current]:font-semibold"
          >
            {LANGUAGE_NAMES[each]}
          </a>
        </li>
      ))}
    </ul>
  </Fold>
);
