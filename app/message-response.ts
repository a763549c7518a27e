import { messagePageResponse, type MessagePage } from "@/components/ui/page/message-page";
import { getPageFrame } from "@/lib/http/server/page-frame";
import { loadTranslator } from "@/lib/platform/languages/translator";
import { chooseReaderLocale, readerTheme } from "./reader-locale";

/** Responds with a message-only page in the product's frame, in the reader's language. */
export async function respondWithMessage(
  request: Request,
  document: Omit<MessagePage, "locale" | "product" | "frame">,
): Promise<Response> {
  const locale = chooseReaderLocale(request);
  const { t } = await loadTranslator(locale, "common");
  const frame = await getPageFrame({ locale, theme: readerTheme(request) });
  return messagePageResponse({ ...document, locale, product: t("product"), frame });
}
