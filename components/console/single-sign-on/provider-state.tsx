import { Facts } from "@/components/ui/facts";
import { MomentText } from "@/components/ui/time/moment";
import { Notice } from "@/components/ui/notice";
import { DateText } from "@/components/ui/time/time";
import type { IdentityProvider, ProviderCertificate } from "@/lib/organizations/identity-providers/schema";
import { BINDING_LABELS } from "./binding-labels";

type ProviderProps = { provider: IdentityProvider };

/** Whether people can sign in through the provider, whether they have to, and the next step. */
export function ProviderState({ provider: { domain, tried_at, is_required, is_enforced } }: ProviderProps) {
  if (domain === null)
    return (
      <Notice tone="caution" title={is_required ? "Not enforced" : "Not in use"}>
        Your domain is not verified by its DNS record, so no one can sign in through the provider. Other ways
        to sign in work. Restore the record, then check it under Domain.
      </Notice>
    );
  if (is_enforced)
    return (
      <Notice tone="positive" title="Required">
        People with addresses at {domain} sign in only through the provider. Passwords and passkeys do not
        work for them.
      </Notice>
    );
  if (is_required)
    return (
      <Notice tone="caution" title="Not enforced">
        No one has signed in through the provider since the domain was verified, so other ways to sign in
        work, too. Try the sign-in to enforce it again.
      </Notice>
    );
  return tried_at ? (
    <Notice tone="positive" title="On">
      People with addresses at {domain} can sign in through the provider, and in other ways.
    </Notice>
  ) : (
    <Notice title="Not tried yet">
      People with addresses at {domain} can sign in through the provider. Try the sign-in before you require
      it.
    </Notice>
  );
}

/** The certificate with which the provider signs, to compare with the one that the provider shows. */
const CertificateText = ({ certificate }: { certificate: ProviderCertificate }) => (
  <>
    {certificate.subject}
    <br />
    Ends on <DateText value={certificate.expires_at} />
    <br />
    <span className="font-mono text-[0.8125rem] text-ink-soft">SHA-256 {certificate.fingerprint}</span>
  </>
);

/** What is known about the provider. */
export const ProviderFacts = ({ provider }: ProviderProps) => (
  <Facts
    facts={[
      { term: "Entity ID", value: provider.entity_id },
      { term: "Sign-in address", value: provider.sign_in_url },
      { term: "How requests are sent", value: BINDING_LABELS[provider.sign_in_binding] },
      ...provider.certificates.map((certificate, index) => ({
        term: provider.certificates.length > 1 ? `Certificate ${index + 1}` : "Certificate",
        value: <CertificateText certificate={certificate} />,
      })),
      {
        term: "Last successful sign-in",
        value: provider.tried_at ? <MomentText value={provider.tried_at} /> : "None with these settings",
      },
    ]}
  />
);
