import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Document } from "../document";

export { buildLocalizedMetadata as generateMetadata, viewport } from "../document";

/** The pages of earners, in their language. */
export default async function EarnerLayout({ children }: { children: ReactNode }) {
  return <Document lang={await getLocale()}>{children}</Document>;
}
