import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { NothingHere } from "@/components/ui/nothing-here";

export const metadata: Metadata = { title: "Not found" };

/** For whoever has no console here: the page that the public sees, in the reader's language. */
export default async function NotFound() {
  return (
    <div lang={await getLocale()}>
      <NothingHere />
    </div>
  );
}
