import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Document } from "../document";

export { spokenMetadata as generateMetadata, viewport } from "../document";

/** The pages that everybody may see, in the language of who looks. */
export default async function PublicLayout({ children }: { children: ReactNode }) {
  return <Document lang={await getLocale()}>{children}</Document>;
}
