import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { NotFoundPage } from "@/components/ui/page/not-found-page";

export const metadata: Metadata = { title: "Not found" };

/** Shows people without access to this console the public not-found page, in their language. */
export default async function NotFound() {
  return (
    <div lang={await getLocale()}>
      <NotFoundPage />
    </div>
  );
}
