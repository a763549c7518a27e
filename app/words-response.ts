import { wordsDocument, type WordsDocument } from "@/components/ui/words-document";
import { pageFrame } from "@/lib/http/server/page-frame";
import { translatorOf } from "@/lib/delivery/languages/translator";
import { readerLocale, readerLook } from "./reader-locale";

/** Responds with a message-only page in the product's frame, in the reader's language. */
export async function wordsResponse(
  request: Request,
  document: Omit<WordsDocument, "locale" | "product" | "frame">,
): Promise<Response> {
  const locale = readerLocale(request);
  const { t } = await translatorOf(locale, "common");
  const frame = await pageFrame({ locale, look: readerLook(request) });
  return wordsDocument({ ...document, locale, product: t("product"), frame });
}
