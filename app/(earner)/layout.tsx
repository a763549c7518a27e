import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { NavigationProgress } from "@/components/ui/page/navigation-progress";
import { Document } from "../document";

export { buildLocalizedMetadata as generateMetadata, viewport } from "../document";

/** The pages of earners, in their language. */
export default async function EarnerLayout({ children }: { children: ReactNode }) {
  return (
    <Document lang={await getLocale()}>
      <NavigationProgress />
      {children}
    </Document>
  );
}
