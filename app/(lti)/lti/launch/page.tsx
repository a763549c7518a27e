import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/ui/page/client-messages";
import { LaunchScreen } from "@/components/launch/launch-screen";

/** The address contains the token at first, so it is not sent to other sites and not indexed. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("launch");
  return { title: t("heading"), referrer: "no-referrer", robots: { index: false, follow: false } };
}

/** The badges of a learner, inside the LMS. The browser loads them with the token in the address. */
export default function LaunchPage() {
  return (
    <ClientMessages namespaces={["launch"]}>
      <LaunchScreen />
    </ClientMessages>
  );
}
