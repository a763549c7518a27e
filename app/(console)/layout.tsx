import type { ReactNode } from "react";
import { NavigationProgress } from "@/components/ui/page/navigation-progress";
import { Document } from "../document";

export { buildEnglishMetadata as generateMetadata, viewport } from "../document";

/** The pages of administrators, in English. */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <Document lang="en">
      <NavigationProgress />
      {children}
    </Document>
  );
}
