import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DeletionReport } from "@/components/earner/sign-in/deletion-report";
import { EntryFrame } from "@/components/earner/sign-in/entry-frame";
import { SignInForm } from "@/components/earner/sign-in/sign-in-form";
import { ClientMessages } from "@/components/ui/page/client-messages";
import { isRecentlyProved } from "@/lib/access/callers/proof";
import { readCallbackUrl } from "@/lib/http/endpoints/sign-in-request";
import { arePasskeysAvailable } from "@/lib/identity/second-factors/passkeys";
import { SIGN_IN_ERRORS } from "@/lib/accounts/sessions/sign-in";
import { env } from "@/lib/kernel/env";
import { toOwnPath } from "@/lib/kernel/own-path";
import { findSignedInPerson } from "../../signed-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sign_in");
  return { title: t("title"), description: t("lead") };
}

type Query = Promise<Record<string, string | string[] | undefined>>;

/** Whether the reader need not sign in. Who came to prove who they are signs in again. */
async function isDone(isAgain: boolean): Promise<boolean> {
  const person = await findSignedInPerson();
  return person !== null && (!isAgain || isRecentlyProved(person.session));
}

/** What the address keeps when the reader chooses another language. */
const keptQuery = (target: string, isDeleted: boolean): Record<string, string> => ({
  ...(target === "/" ? {} : { callbackUrl: target }),
  ...(isDeleted ? { deleted: "1" } : {}),
});

export default async function SignInPage({ searchParams }: { searchParams: Query }) {
  const [{ callbackUrl, error, changed, deleted, again }, t] = await Promise.all([
    searchParams,
    getTranslations("sign_in"),
  ]);
  // After a provider, the second step continues to the address that next-auth has stored.
  const stored = error === SIGN_IN_ERRORS.secondFactor ? readCallbackUrl(await headers()) : null;
  const target = toOwnPath([callbackUrl ?? stored].flat()[0]);
  const isAgain = again === "1";
  // What went wrong is shown to people with a session, too, who try a provider.
  if (typeof error !== "string" && (await isDone(isAgain))) redirect(target);
  const { oidc, OIDC_NAME } = env();
  const isDeleted = deleted === "1";
  return (
    <EntryFrame title={t("title")} lead={t("lead")} query={keptQuery(target, isDeleted)}>
      {isDeleted ? <DeletionReport /> : null}
      <ClientMessages namespaces={["sign_in"]}>
        <SignInForm
          callbackUrl={target}
          error={typeof error === "string" ? error : null}
          isChanged={changed === "1"}
          isAgain={isAgain}
          hasPasskeys={arePasskeysAvailable()}
          provider={oidc ? { id: "oidc", name: OIDC_NAME } : null}
        />
      </ClientMessages>
    </EntryFrame>
  );
}
