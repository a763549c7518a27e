import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Document } from "../document";

export { buildLocalizedMetadata as generateMetadata, viewport } from "../document";

/** The layout of public pages, in the reader's language. */
export default async function PublicLayout({ children }: { children: ReactNode }) {
  return <Document lang={await getLocale()}>{children}</Document>;
}
