import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/newsreader/opsz.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: { default: "Badges", template: "%s · Badges" } };

/** Builds the metadata for pages in the reader's language. */
export async function buildLocalizedMetadata(): Promise<Metadata> {
  const product = (await getTranslations("common"))("product");
  return { title: { default: product, template: `%s · ${product}` } };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

/** The HTML document of every root layout. `lang` is the language of its pages. */
export async function Document({ lang, children }: { lang: string; children: ReactNode }) {
  // Each page contains the nonce of its response (lib/http/server/security-headers.ts), so none is prerendered.
  await connection();
  const theme = (await cookies()).get("theme")?.value;
  return (
    <html lang={lang} data-theme={theme === "light" || theme === "dark" ? theme : undefined}>
      <body>{children}</body>
    </html>
  );
}
