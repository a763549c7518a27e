import { NextIntlClientProvider, type Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type SpokenProps = { namespaces: readonly (keyof Messages)[]; children: ReactNode };

/** Lets the parts below that run in the browser speak: they get the sentences of these namespaces, and no others. */
export async function Spoken({ namespaces, children }: SpokenProps) {
  const messages = await getMessages();
  const needed = Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace]]));
  return <NextIntlClientProvider messages={needed}>{children}</NextIntlClientProvider>;
}
