import { requireEarner } from "@/app/(earner)/earner-caller";
import { LinkAction } from "@/components/earner/account/link-action";
import { LinkDocument, type LinkKind } from "@/components/earner/account/link-document";
import { ClientMessages } from "@/components/ui/page/client-messages";
import { inspectClaimLink } from "@/lib/accounts/accounts/emails";

export type LinkPageProps = {
  params: Promise<{ email_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const PURPOSES = { confirm: "confirm-email", merge: "merge-accounts" } as const;

/** The page of the link in an e-mail about an address. Only its button changes anything. */
export async function LinkPage({ kind, params, searchParams }: LinkPageProps & { kind: LinkKind }) {
  const [{ email_id: id }, query] = await Promise.all([params, searchParams]);
  const token = typeof query.token === "string" ? query.token : "";
  const path = `/wallet/emails/${encodeURIComponent(id)}/${kind}?${new URLSearchParams({ token })}`;
  const { person, earner } = await requireEarner();
  const { status: standing, email } = await inspectClaimLink(earner, id, { purpose: PURPOSES[kind], token });
  const link = { kind, email, account: person.emails[0]?.email ?? "", path };
  return (
    <ClientMessages namespaces={["accept"]}>
      {standing === "ready" ? (
        <LinkAction {...link} emailId={id} token={token} />
      ) : (
        <LinkDocument {...link} status={standing} />
      )}
    </ClientMessages>
  );
}
