import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EntryFrame } from "@/components/earner/sign-in/entry-frame";
import { SignInForm } from "@/components/earner/sign-in/sign-in-form";
import { Notice } from "@/components/ui/notice";
import { ClientMessages } from "@/components/ui/client-messages";
import { isRecentlyProved } from "@/lib/access/callers/proof";
import { readCallbackUrl } from "@/lib/http/endpoints/sign-in-request";
import { arePasskeysAvailable } from "@/lib/identity/second-factors/passkeys";
import { SIGN_IN_ERRORS } from "@/lib/identity/sessions/sign-in";
import { env } from "@/lib/kernel/env";
import { findSignedInPerson } from "../../signed-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sign_in");
  return { title: t("title"), description: t("lead") };
}

type Query = Promise<Record<string, string | string[] | undefined>>;

/** Returns a path of this site; `/` for an address of another site. */
function toOwnPath(callbackUrl: string | string[] | undefined): string {
  const { APP_URL } = env();
  if (typeof callbackUrl !== "string" || !URL.canParse(callbackUrl, APP_URL)) return "/";
  const url = new URL(callbackUrl, APP_URL);
  if (url.origin !== APP_URL || url.pathname === "/sign-in") return "/";
  // Two slashes at the beginning would mean another site.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}

/** Whether the reader need not sign in. Who came to prove who they are signs in again. */
async function isDone(isAgain: boolean): Promise<boolean> {
  const person = await findSignedInPerson();
  return person !== null && (!isAgain || isRecentlyProved(person.session));
}

export default async function SignInPage({ searchParams }: { searchParams: Query }) {
  const [{ callbackUrl, error, changed, deleted, again }, t] = await Promise.all([
    searchParams,
    getTranslations("sign_in"),
  ]);
  // After a provider, the second step continues to the address that next-auth has stored.
  const stored = error === SIGN_IN_ERRORS.secondFactor ? readCallbackUrl(await headers()) : null;
  const target = toOwnPath(callbackUrl ?? stored ?? undefined);
  const isAgain = again === "1";
  if (await isDone(isAgain)) redirect(target);
  const { oidc, OIDC_NAME } = env();
  const query: Record<string, string> = target === "/" ? {} : { callbackUrl: target };
  return (
    <EntryFrame title={t("title")} lead={t("lead")} query={query}>
      {deleted === "1" ? (
        <Notice tone="positive" className="mb-6">
          {t("deleted")}
        </Notice>
      ) : null}
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
