import { match } from "@formatjs/intl-localematcher";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { isLocale, LOCALES, type Locale, toLocale } from "@/lib/kernel/locales";

/** Real browsers send shorter headers. The rest of a longer one is ignored. */
const MAX_HEADER_LENGTH = 500;
const MAX_HEADER_LANGUAGES = 10;

const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** The language that matches an `Accept-Language` header best (RFC 9110 12.5.4); English when none does. */
function negotiateLocale(header: string): Locale {
  const negotiator = new Negotiator({ headers: { "accept-language": header } });
  const accepted = negotiator.languages().filter(isTag).slice(0, MAX_HEADER_LANGUAGES);
  // The matcher treats `pt` as Brazilian Portuguese, although it is a separate language here.
  const [first] = accepted;
  if (isLocale(first)) return first;
  const best = match(accepted, LOCALES, "en");
  return toLocale(best);
}

// Matching a header takes milliseconds, and browsers send few different ones.
const MAX_CACHED = 500;
const localeCache = new LRUCache<string, Locale>({ max: MAX_CACHED });

function cachedLocale(header: string): Locale {
  const known = localeCache.get(header);
  if (known) return known;
  const locale = negotiateLocale(header);
  localeCache.set(header, locale);
  return locale;
}

/** The language of a page: the one the reader has chosen, otherwise the best match of their browser. */
export const chooseLocale = ({ chosen, accepts }: { chosen?: unknown; accepts: string | null }): Locale =>
  isLocale(chosen) ? chosen : cachedLocale((accepts ?? "").slice(0, MAX_HEADER_LENGTH));
