"use client";

import { Controller, useFormContext, useWatch } from "react-hook-form";
import { FormSection, Radio } from "@/components/ui/choice";
import { FieldError } from "@/components/ui/field";
import { ArtField } from "./art-field";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";
import { useDesignPreview } from "./design-preview";
import { Designer } from "./designer";
import type { RelatedChoices } from "./related-choices";
import type { TemplateValues } from "./template-values";

type ArtSectionProps = {
  /** The picture in force, when the template has one. */
  current: string | null;
  /** The template's picture was not designed, so it can be kept as it is. */
  canKeep: boolean;
  brand: string;
  icons: RelatedChoices["icons"];
};

/** Said once it rests, not with every letter: what the drawing could not do as asked. */
function Announced() {
  const { warnings, failure } = useDesignPreview();
  const said = failure ?? Object.values(warnings).join(". ");
  return (
    <p role="status" className={failure ? "text-[0.8125rem] text-negative" : "sr-only"}>
      {failure ? `The badge could not be drawn: ${failure}` : said}
    </p>
  );
}

function Drawn({ current }: { current: string | null }) {
  const image = useDesignPreview().image ?? current;
  return (
    <div className="self-start sm:sticky sm:top-20 xl:hidden">
      {image ? (
        <BadgeArt src={image} name="The badge as designed" size={144} className="size-36" />
      ) : (
        <BadgeArtPlaceholder className="size-36" />
      )}
    </div>
  );
}

/** The badge's picture: designed here, from a file, or as it was. */
export function ArtSection({ current, canKeep, brand, icons }: ArtSectionProps) {
  const { control, register, formState } = useFormContext<TemplateValues>();
  const art = useWatch({ control, name: "art" });
  const { errors } = formState;
  return (
    <FormSection title="Art">
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {canKeep ? <Radio {...register("art")} value="kept" label="Keep the present art" /> : null}
          <Radio {...register("art")} value="design" label="Design it here" />
          <Radio {...register("art")} value="upload" label="Upload a file" />
        </div>
        {art === "design" ? (
          <>
            {/* On wide screens the preview beside the form shows it. */}
            <div className="grid gap-6 sm:grid-cols-[9rem_minmax(0,1fr)] xl:grid-cols-1">
              <Drawn current={current} />
              <Designer brand={brand} icons={icons} />
            </div>
            <Announced />
            <FieldError>{errors.design?.root?.message ?? errors.design?.message}</FieldError>
          </>
        ) : null}
        {art === "upload" ? (
          <Controller
            control={control}
            name="image"
            render={({ field }) => (
              <ArtField value={field.value} onChange={field.onChange} error={errors.image?.message} />
            )}
          />
        ) : null}
      </div>
    </FormSection>
  );
}
