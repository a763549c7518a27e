import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ConsentForm } from "@/components/earner/authorize/consent-form";
import { EntryFrame } from "@/components/earner/sign-in/entry-frame";
import {
  listAuthorizationParameters,
  readAuthorizationRequest,
} from "@/lib/applications/wallet-applications/authorization";
import { describeScopes } from "@/lib/applications/wallet-applications/choices";
import { redirectHost } from "@/lib/applications/wallet-applications/redirect-uris";
import { requireSignedInPerson } from "../../signed-in";

export const dynamic = "force-dynamic";

/** The form tells the browser's origin to this site only. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("authorize");
  return { title: t("page_title"), referrer: "same-origin", robots: { index: false, follow: false } };
}

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const toQuery = (given: Record<string, string | string[] | undefined>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );

/**
 * The page on which an application asks for access to an account (RFC 6749, 4.1.1). It changes nothing. A wrong request
 * returns to the application, unless its address is not known to be the application's.
 */
export default async function AuthorizePage({ searchParams }: PageProps) {
  const [query, t] = [toQuery(await searchParams), await getTranslations("authorize")];
  const outcome = await readAuthorizationRequest(query);
  if (outcome.kind === "refuse") return <EntryFrame title={t("refused_title")} lead={t("refused_text")} />;
  const person = await requireSignedInPerson();
  // Not before the sign-in: anyone can register an application, and could use this page to redirect (RFC 9700, 4.11.2).
  if (outcome.kind === "return") redirect(outcome.location);
  const { application, redirectUri, scopes } = outcome.request;
  const parameters = listAuthorizationParameters(query);
  const { name } = application;
  const email = person.emails[0]?.email ?? "";
  return (
    <EntryFrame
      title={t("title", { name })}
      lead={t("lead", { name, email })}
      query={Object.fromEntries(parameters)}
    >
      <ConsentForm
        application={{ name, policyUri: application.policyUri, host: redirectHost(redirectUri) }}
        scopes={describeScopes(scopes)}
        fields={[...parameters, ["account", person.id]]}
      />
    </EntryFrame>
  );
}
