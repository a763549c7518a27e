import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Document } from "../document";

export { buildLocalizedMetadata as generateMetadata, viewport } from "../document";

/** The layout of pages inside the frame of a learning system, in the learner's language. */
export default async function LaunchLayout({ children }: { children: ReactNode }) {
  return <Document lang={await getLocale()}>{children}</Document>;
}
