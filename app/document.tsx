import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/newsreader/opsz.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { APPEARANCE, type AppearanceSetting } from "@/components/ui/appearance";

export const metadata: Metadata = { title: { default: "Badges", template: "%s · Badges" } };

/** Builds the metadata for pages in the reader's language. */
export async function buildLocalizedMetadata(): Promise<Metadata> {
  const product = (await getTranslations("common"))("product");
  return { title: { default: product, template: `%s · ${product}` } };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

type Cookies = Awaited<ReturnType<typeof cookies>>;

function readSetting(stored: Cookies, setting: AppearanceSetting): string | undefined {
  const value = stored.get(setting)?.value;
  return APPEARANCE[setting].find((known) => known === value);
}

/** The HTML document of every root layout. `lang` is the language of its pages. */
export async function Document({ lang, children }: { lang: string; children: ReactNode }) {
  // Each page contains the nonce of its response (lib/http/server/security-headers.ts), so none is prerendered.
  await connection();
  const stored = await cookies();
  return (
    <html lang={lang} data-theme={readSetting(stored, "theme")} data-density={readSetting(stored, "density")}>
      <body>{children}</body>
    </html>
  );
}
