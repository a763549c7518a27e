import { Tag } from "@/components/ui/tag";
import { BadgeArt, BadgeArtPlaceholder } from "./badge-art";
import { expirationText, type TemplateValues } from "./template-values";

type TemplatePreviewProps = { values: TemplateValues; art: string | null; issuer: string };

const host = (address: string): string => (URL.canParse(address) ? new URL(address).host : "") || address;

/** The badge's page as it will look, following the form. */
export function TemplatePreview({ values, art, issuer }: TemplatePreviewProps) {
  const picture = values.image || art;
  const name = values.name.trim() || "Untitled badge";
  return (
    <section aria-label="Preview" className="rounded-2xl border border-line bg-canvas">
      <p className="border-b border-line px-5 py-2.5 text-2xs text-ink-faint">Preview of the badge page</p>
      <div className="flex flex-col items-start gap-5 px-5 py-7 sm:px-7">
        {picture ? (
          <BadgeArt src={picture} name="" size={176} className="size-44 self-center" />
        ) : (
          <BadgeArtPlaceholder className="size-44 self-center" />
        )}
        <div>
          <p className={`font-heading text-2xl leading-tight ${values.name.trim() ? "" : "text-ink-faint"}`}>
            {name}
          </p>
          <p className="mt-1 text-sm text-ink-soft">Issued by {issuer}</p>
        </div>
        <p
          className={`text-sm whitespace-pre-line ${values.description ? "text-ink-soft" : "text-ink-faint"}`}
        >
          {values.description || "The description says what the holder of this badge knows or can do."}
        </p>
        {values.skills.length > 0 ? (
          <ul aria-label="Skills" className="flex flex-wrap gap-1.5">
            {values.skills.map((skill) => (
              <li key={skill}>
                <Tag>{skill}</Tag>
              </li>
            ))}
          </ul>
        ) : null}
        <dl className="w-full divide-y divide-line border-y border-line text-sm">
          <div className="flex justify-between gap-4 py-2">
            <dt className="text-ink-faint">Validity</dt>
            <dd className="text-end">{expirationText(values)}</dd>
          </div>
          {values.criteria_url ? (
            <div className="flex justify-between gap-4 py-2">
              <dt className="text-ink-faint">Criteria</dt>
              <dd className="text-end">{host(values.criteria_url)}</dd>
            </div>
          ) : null}
        </dl>
      </div>
    </section>
  );
}
