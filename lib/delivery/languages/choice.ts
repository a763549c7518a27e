import { match } from "@formatjs/intl-localematcher";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { isLocale, LOCALES, type Locale, knownLocale } from "@/lib/kernel/locales";

/** Real browsers send shorter headers. The rest of a longer one is ignored. */
const HEADER_LENGTH = 500;
const HEADER_LANGUAGES = 10;

const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** The language that matches an `Accept-Language` header best (RFC 9110 12.5.4); English when none does. */
function acceptedLocale(header: string): Locale {
  const negotiator = new Negotiator({ headers: { "accept-language": header } });
  const wanted = negotiator.languages().filter(isTag).slice(0, HEADER_LANGUAGES);
  // The matcher treats `pt` as Brazilian Portuguese, although it is a separate language here.
  const [first] = wanted;
  if (isLocale(first)) return first;
  const best = match(wanted, LOCALES, "en");
  return knownLocale(best);
}

// Matching a header takes milliseconds, and browsers send few different ones.
const MOST_KEPT = 500;
const kept = new LRUCache<string, Locale>({ max: MOST_KEPT });

function keptLocale(header: string): Locale {
  const known = kept.get(header);
  if (known) return known;
  const locale = acceptedLocale(header);
  kept.set(header, locale);
  return locale;
}

/** The language of a page: the one the reader has chosen, otherwise the best match of their browser. */
export const chooseLocale = ({ chosen, accepts }: { chosen?: unknown; accepts: string | null }): Locale =>
  isLocale(chosen) ? chosen : keptLocale((accepts ?? "").slice(0, HEADER_LENGTH));
