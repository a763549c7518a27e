import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/ui/page/client-messages";
import { ProofHost } from "@/components/account/proof-host";
import { WalletFrame } from "@/components/earner/wallet/frame";
import { TranslatedTexts } from "@/components/account/translated-texts";
import { MessageProvider } from "@/components/earner/wallet/message-provider";
import { PendingStrip } from "@/components/earner/wallet/pending-strip";
import { countEarnerPendingBadges } from "@/lib/badges/issued/earner";
import { joinNames } from "@/lib/kernel/names";
import { findSignedInPerson } from "../../signed-in";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The layout of the earner's own pages. */
export default async function WalletLayout({ children }: { children: ReactNode }) {
  const [person, store, { proof }] = await Promise.all([findSignedInPerson(), cookies(), getMessages()]);
  // If no one is signed in, the page itself redirects to the sign-in page.
  if (!person) return children;
  const theme = store.get("theme")?.value;
  const email = person.emails[0]?.email ?? "";
  return (
    <ClientMessages namespaces={["common", "wallet"]}>
      <MessageProvider>
        <TranslatedTexts>
          <WalletFrame
            person={{
              name: joinNames(person.firstName, person.lastName) || email,
              email,
              organizations: person.memberships.map(({ organization }) => ({
                name: organization.name,
                slug: organization.vanitySlug,
              })),
            }}
            theme={theme === "light" || theme === "dark" ? theme : ""}
          >
            <PendingStrip count={await countEarnerPendingBadges({ userId: person.id })} />
            {children}
            <ProofHost texts={proof} />
          </WalletFrame>
        </TranslatedTexts>
      </MessageProvider>
    </ClientMessages>
  );
}
