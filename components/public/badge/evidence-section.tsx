import { useTranslations } from "next-intl";
import type { Evidence } from "@/lib/badges/issued/schema";
import { BadgeSection } from "./badge-sections";
import { OutsideLink } from "./outside-link";

const Description = ({ text }: { text: string }) => (
  <p className="mt-1 max-w-prose whitespace-pre-line text-ink-soft">{text}</p>
);

type Group = Extract<Evidence, { type: "KeyValueGroupEvidence" }>;

const Values = ({ values }: Pick<Group, "values">) => (
  <dl className="mt-2 flex flex-col gap-2.5 sm:gap-1.5">
    {values.map(({ key, value, url }, index) => (
      // Keys may repeat, and the list never changes its order.
      <div key={`${index}-${key}`} className="grid gap-x-6 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
        <dt className="text-ink-faint">{key}</dt>
        <dd className="whitespace-pre-line">
          {url ? <OutsideLink href={url}>{value || url}</OutsideLink> : value}
        </dd>
      </div>
    ))}
  </dl>
);

/** One piece of evidence, of any of the four types. */
function EvidenceItem({ item }: { item: Evidence }) {
  switch (item.type) {
    case "KeyValueGroupEvidence":
      return (
        <>
          <h3 className="font-medium">{item.name}</h3>
          <Values values={item.values} />
        </>
      );
    case "UrlEvidence":
      return (
        <>
          <h3 className="font-medium">
            <OutsideLink href={item.value}>{item.name}</OutsideLink>
          </h3>
          {item.description ? <Description text={item.description} /> : null}
        </>
      );
    case "PlainTextEvidence":
      return (
        <>
          <h3 className="font-medium">{item.title}</h3>
          <Description text={item.description} />
        </>
      );
    case "IdEvidence":
      return (
        <>
          <h3 className="font-medium">{item.title}</h3>
          <p className="mt-1 font-mono text-sm whitespace-pre-line text-ink-soft">{item.description}</p>
        </>
      );
  }
}

/** The evidence section. Renders nothing without evidence. */
export function EvidenceSection({ evidence }: { evidence: Evidence[] }) {
  const t = useTranslations("public.sections");
  return evidence.length === 0 ? null : (
    <BadgeSection title={t("evidence")}>
      <ul className="flex flex-col gap-6">
        {evidence.map((item) => (
          <li key={item.id}>
            <EvidenceItem item={item} />
          </li>
        ))}
      </ul>
    </BadgeSection>
  );
}
