import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/newsreader/opsz.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Badges", template: "%s · Badges" },
  description: "Digital credentials: issued, accepted and verified.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page carries the nonce of its own response (lib/http/security-headers.ts), so none is made beforehand.
  await connection();
  const look = (await cookies()).get("theme")?.value;
  return (
    <html lang="en" data-theme={look === "light" || look === "dark" ? look : undefined}>
      <body>{children}</body>
    </html>
  );
}
