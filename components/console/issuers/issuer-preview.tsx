import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";
import type { NamedTemplate } from "@/components/console/badge-templates/templates-field";
import type { IssuerAuthorization } from "@/lib/organizations/issuers/schema";
import { issuedByLines } from "./issuer-words";

type IssuerPreviewProps = {
  display: IssuerAuthorization["display_issuer_as"];
  grantor: string;
  issuer: string;
  template: NamedTemplate | null;
};

/** Shows how the page of a badge names the issuer and the grantor. */
export const IssuerPreview = ({ display, grantor, issuer, template }: IssuerPreviewProps) => (
  <section aria-label="Preview" className="flex flex-col gap-3">
    <h2 className="text-2xs text-ink-faint">Preview of the badge page</h2>
    <article className="flex flex-col items-center gap-3 rounded-xl border border-line p-6 text-center">
      {template?.image_url ? (
        <BadgeArt src={template.image_url} name="" size={112} className="size-28" />
      ) : (
        <BadgeArtPlaceholder className="size-28" />
      )}
      <p className="font-heading text-xl leading-snug wrap-anywhere">{template?.name ?? "Your badge"}</p>
      <dl className="text-sm">
        {issuedByLines(display, grantor, issuer).map(({ label, name }) => (
          <div key={label}>
            <dt className="inline text-ink-soft">{label} </dt>
            <dd className="inline font-medium wrap-anywhere">{name}</dd>
          </div>
        ))}
      </dl>
    </article>
    <p className="text-[0.8125rem] text-ink-faint">Badges already issued do not change.</p>
  </section>
);
