import type { ReactNode } from "react";
import { Facts, type Fact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { MomentText } from "@/components/ui/time/moment";
import { DateText } from "@/components/ui/time/time";
import type { OrganizationDomain } from "@/lib/organizations/domains/schema";

type DomainProps = { domain: OrganizationDomain };

/** Since when the proof is missing, and what ends when. */
function MissingProof({ since, end, hasFile }: { since: string; end: string; hasFile: boolean }) {
  if (hasFile)
    return (
      <Notice tone="caution" title="The DNS record is missing">
        No check has found it since <DateText value={since} />. The domain stays verified by the file, but
        single sign-on needs the record and ends on <DateText value={end} /> unless you restore it.
      </Notice>
    );
  return (
    <Notice tone="caution" title="The proof is missing">
      No check has found it since <DateText value={since} />. Restore the record or the file, or the
      verification ends on <DateText value={end} />.
    </Notice>
  );
}

/** The state of the verification and the next step. */
export function DomainState({ domain }: DomainProps) {
  const { verified_at, ends_at, failing_since, lost_at, file } = domain;
  if (verified_at && failing_since && ends_at) {
    return <MissingProof since={failing_since} end={ends_at} hasFile={file.found?.result === "found"} />;
  }
  if (verified_at) {
    return (
      <Notice tone="positive" title="Verified">
        Public pages show this domain next to your name. Leave the record or the file in place.
      </Notice>
    );
  }
  if (lost_at) {
    return (
      <Notice tone="negative" title="No longer verified">
        The verification ended on <DateText value={lost_at} />, after seven days without the proof. Restore
        the record or the file, then check again.
      </Notice>
    );
  }
  return (
    <Notice title={failing_since ? "Not verified yet: the proof was not found" : "Not verified yet"}>
      Add the record or the file below, then check. DNS changes can take some hours to appear.
    </Notice>
  );
}

const METHOD_WORDS = { dns: "DNS record", file: "File on the website" } as const;

const moment = (term: string, value: string | null, missing: ReactNode): Fact => ({
  term,
  value: value ? <MomentText value={value} /> : missing,
});

/** The dates of the verification and of its checks. */
export function DomainFacts({ domain }: DomainProps) {
  const { verified_at, method, failing_since, ends_at, last_checked_at, next_check_at } = domain;
  const facts = [
    ...(verified_at ? [moment("Verified since", verified_at, null)] : []),
    ...(method ? [{ term: "Verified by", value: METHOD_WORDS[method] }] : []),
    ...(failing_since ? [moment("Not found since", failing_since, null)] : []),
    ...(ends_at ? [moment("Verification ends", ends_at, null)] : []),
    moment("Last checked", last_checked_at, "Never"),
    moment("Next check", next_check_at, "Only when you choose Check now"),
  ];
  return <Facts facts={facts} />;
}
