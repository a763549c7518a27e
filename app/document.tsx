import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/newsreader/opsz.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { CSSProperties, ReactNode } from "react";
import { env, readInstallationName } from "@/lib/kernel/env";
import { APPEARANCE, type AppearanceSetting } from "@/components/ui/page/appearance";

const titles = (product: string): Metadata => ({
  title: { default: product, template: `%s · ${product}` },
});

/** Builds the metadata for pages in English. */
export const buildEnglishMetadata = (): Metadata => titles(readInstallationName() ?? "Badges");

/** Builds the metadata for pages in the reader's language. */
export const buildLocalizedMetadata = async (): Promise<Metadata> =>
  titles((await getTranslations("common"))("product"));

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

const LOGO_PATH = "/images/logo.png";

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
  const logo = env().INSTALLATION_LOGO
    ? { "data-logo": "", style: { "--installation-logo": `url(${LOGO_PATH})` } as CSSProperties }
    : {};
  return (
    <html
      lang={lang}
      data-theme={readSetting(stored, "theme")}
      data-density={readSetting(stored, "density")}
      {...logo}
    >
      <body>{children}</body>
    </html>
  );
}
