import { ArrowUpRight } from "lucide-react";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";
import { TYPE_OPTIONS } from "./recommendation-words";
import type { RecommendationValues } from "./recommendation-values";

type RecommendationPreviewProps = {
  values: RecommendationValues;
  description: string | null;
  issuer: string;
};

const Title = ({ text, missing }: { text: string | undefined; missing: string }) => (
  <p className="font-heading text-lg leading-snug wrap-anywhere">
    {text || <span className="text-ink-faint">{missing}</span>}
  </p>
);

const Description = ({ text }: { text: string | null }) =>
  text ? <p className="mt-1 line-clamp-4 text-sm whitespace-pre-line text-ink-soft">{text}</p> : null;

function RecommendedBadge({ values, description, issuer }: RecommendationPreviewProps) {
  const { recommended_badge_template_id: template } = values;
  return (
    <>
      {template?.image_url ? (
        <BadgeArt src={template.image_url} name="" size={64} className="size-16" />
      ) : (
        <BadgeArtPlaceholder className="size-16" />
      )}
      <div className="min-w-0">
        <p className="text-2xs text-ink-faint">
          {TYPE_OPTIONS.badge.label} · {issuer}
        </p>
        <Title text={template?.name} missing="No badge selected" />
        <Description text={description} />
      </div>
    </>
  );
}

const RecommendedLink = ({ values }: Pick<RecommendationPreviewProps, "values">) => (
  <div className="min-w-0">
    <p className="text-2xs text-ink-faint">{TYPE_OPTIONS[values.type].label}</p>
    <Title text={values.title} missing="Title" />
    <Description text={values.description} />
    {values.activity_url ? (
      <p className="mt-2 inline-flex items-start gap-1 text-[0.8125rem] break-all text-accent">
        {values.activity_url}
        <ArrowUpRight className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
      </p>
    ) : null}
  </div>
);

/** Shows a recommendation as earners see it. */
export const RecommendationPreview = (props: RecommendationPreviewProps) => (
  <section aria-label="Preview" className="flex flex-col gap-3">
    <h2 className="text-2xs text-ink-faint">Preview for earners</h2>
    <article className="flex gap-4 rounded-xl border border-line p-4">
      {props.values.type === "badge" ? (
        <RecommendedBadge {...props} />
      ) : (
        <RecommendedLink values={props.values} />
      )}
    </article>
  </section>
);
