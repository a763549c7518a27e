import type { Evidence } from "@/lib/badges/issued/schema";
import { EVIDENCE_LABELS } from "./issue-values";

const LINK = "text-accent underline underline-offset-4 wrap-anywhere";

const ExternalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} rel="noopener noreferrer nofollow" target="_blank" className={LINK}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);

function EvidenceBody({ item }: { item: Evidence }) {
  switch (item.type) {
    case "UrlEvidence":
      return (
        <>
          <ExternalLink href={item.value}>{item.value}</ExternalLink>
          {item.description ? <p className="mt-1 whitespace-pre-line">{item.description}</p> : null}
        </>
      );
    case "PlainTextEvidence":
      return <p className="whitespace-pre-line">{item.description}</p>;
    case "IdEvidence":
      return <p className="font-mono text-[0.8125rem]">{item.description}</p>;
    case "KeyValueGroupEvidence":
      return (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
          {item.values.map(({ key, value, url }, index) => (
            <div key={index} className="contents">
              <dt className="text-ink-faint">{key}</dt>
              <dd>{url ? <ExternalLink href={url}>{value || url}</ExternalLink> : value}</dd>
            </div>
          ))}
        </dl>
      );
  }
}

const evidenceTitle = (item: Evidence): string => ("title" in item ? item.title : item.name);

/** Shows the evidence of a badge, each piece according to its type. */
export const EvidenceList = ({ evidence }: { evidence: Evidence[] }) => (
  <ul className="flex flex-col gap-3">
    {evidence.map((item) => (
      <li key={item.id} className="rounded-xl border border-line p-4 text-sm">
        <p className="mb-1.5 flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{evidenceTitle(item)}</span>
          <span className="text-2xs text-ink-faint">{EVIDENCE_LABELS[item.type]}</span>
        </p>
        <div className="text-ink-soft">
          <EvidenceBody item={item} />
        </div>
      </li>
    ))}
  </ul>
);
