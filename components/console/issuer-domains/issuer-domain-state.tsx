import { Notice } from "@/components/ui/notice";
import { DateText } from "@/components/ui/time/time";
import type { IssuerDomain, PauseReason } from "@/lib/credentials/issuer-domains/schema";

/** Why issuing is paused, and what to do. */
const PAUSE_TEXTS: Record<PauseReason, string> = {
  domain_not_verified:
    "The domain is no longer verified. Restore the proof of ownership, then choose Check now.",
  document_wrong:
    "The DID document on your website is missing or wrong. Publish the file below, then choose Check files.",
  keys_changed:
    "The signing keys have changed, and the DID document on your website does not list the new key. Publish the file below, then choose Check files.",
  document_not_reached:
    "The DID document on your website could not be read for a day. Check that the website works.",
};

const HOSTED_NOW = "Until then, new badges name your DID at this service instead.";
const LISTS_UNREADABLE =
  "Until then, others cannot see whether badges that were issued under your domain are revoked.";

/** Whether new credentials are issued under the domain, and the next step. */
export function IssuerDomainState({ issuing }: { issuing: IssuerDomain }) {
  const { state, did, active_since, paused_because } = issuing;
  if (state === "on")
    return (
      <Notice tone="positive" title="On">
        New badges name {did} as their issuer
        {active_since ? (
          <>
            {" "}
            (on since <DateText value={active_since} />)
          </>
        ) : null}
        . Keep the DID document on your website for as long as these badges are used.
      </Notice>
    );
  if (paused_because !== null)
    return (
      <Notice tone="caution" title="Paused">
        <p>{PAUSE_TEXTS[paused_because]}</p>
        <p className="mt-1">{HOSTED_NOW}</p>
        {paused_because === "domain_not_verified" ? null : <p className="mt-1">{LISTS_UNREADABLE}</p>}
      </Notice>
    );
  return (
    <Notice title="Off">
      Badges name an ID at this service (a DID) as their issuer. Follow the steps to use your own domain
      instead: {did}.
    </Notice>
  );
}
