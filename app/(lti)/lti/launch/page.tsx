import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Spoken } from "@/components/ui/spoken";
import { LaunchScreen } from "@/components/launch/launch-screen";

/** The address carries the token at first: it goes to no other site and into no search engine. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("launch");
  return { title: t("heading"), referrer: "no-referrer", robots: { index: false, follow: false } };
}

/** The badges of a learner, inside the LMS. All of it is asked for by the browser, with the token of its address. */
export default function LaunchPage() {
  return (
    <Spoken namespaces={["launch"]}>
      <LaunchScreen />
    </Spoken>
  );
}
