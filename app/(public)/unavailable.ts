import { readerLocale } from "@/app/reader-locale";
import { wordsDocument } from "@/components/ui/words-document";
import { translatorOf } from "@/lib/languages/translator";

const STATUS = { revoked: 410, unknown: 404, nothing: 404 } as const;

/** Says in the reader's language why an address of the public shows nothing, with the status that belongs to it. */
export async function unavailable(request: Request, reason: keyof typeof STATUS): Promise<Response> {
  const locale = readerLocale(request);
  const { t } = await translatorOf(locale, "public");
  const product = (await translatorOf(locale, "common")).t("product");
  const title = t(`unavailable.${reason}.title`);
  return wordsDocument({
    locale,
    product,
    status: STATUS[reason],
    title,
    text: [t(`unavailable.${reason}.text`)],
  });
}
