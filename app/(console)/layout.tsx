import type { ReactNode } from "react";
import { Document } from "../document";

export { metadata, viewport } from "../document";

/** The pages of administrators, in English. */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return <Document lang="en">{children}</Document>;
}
