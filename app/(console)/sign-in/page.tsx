import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Logo } from "@/components/ui/logo";
import { personOfCookies } from "@/lib/auth/session";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = { title: "Sign in" };

type Query = Promise<Record<string, string | string[] | undefined>>;

/** A path of our own site; whatever leads elsewhere becomes the console. */
function ownPath(callbackUrl: string | string[] | undefined): string {
  const { APP_URL } = env();
  if (typeof callbackUrl !== "string" || !URL.canParse(callbackUrl, APP_URL)) return "/console";
  const url = new URL(callbackUrl, APP_URL);
  const isOurs = url.origin === APP_URL && url.pathname !== "/sign-in" && url.pathname !== "/";
  return isOurs ? url.pathname + url.search : "/console";
}

export default async function SignInPage({ searchParams }: { searchParams: Query }) {
  const { callbackUrl, error } = await searchParams;
  const target = ownPath(callbackUrl);
  if (await personOfCookies((await headers()).get("cookie"))) redirect(target);
  const { oidc, OIDC_NAME } = env();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-5 py-12">
      <Logo className="mb-8 size-10" />
      <h1 className="font-heading text-4xl leading-tight">Sign in</h1>
      <p className="mt-2 mb-8 text-ink-soft">To issue and look after your organization’s badges.</p>
      <SignInForm
        callbackUrl={target}
        error={typeof error === "string" ? error : null}
        provider={oidc ? { id: "oidc", name: OIDC_NAME } : null}
      />
    </main>
  );
}
