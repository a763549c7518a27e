import { NextIntlClientProvider, type Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type ClientMessagesProps = { namespaces: readonly (keyof Messages)[]; children: ReactNode };

/** Passes the messages of these namespaces, and no others, to the client components inside. */
export async function ClientMessages({ namespaces, children }: ClientMessagesProps) {
  const messages = await getMessages();
  const needed = Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace]]));
  return <NextIntlClientProvider messages={needed}>{children}</NextIntlClientProvider>;
}
