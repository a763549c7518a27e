"use client";

import { Controller, useFormContext, useWatch } from "react-hook-form";
import { FormSection, Radio } from "@/components/ui/form/choice";
import { FieldError } from "@/components/ui/form/field";
import { BadgeArt, BadgeArtPlaceholder } from "@/components/public/badge/badge-art";
import { useDesignPreview } from "./design-preview";
import { Designer } from "./designer";
import type { RelatedChoices } from "./related-choices";
import type { TemplateValues } from "./template-values";
import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/form/image-choice";

type ArtFieldProps = {
  /** The selected image as a data URL, or empty. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

const HINT = "PNG, JPEG, WebP, GIF or SVG, up to 16 megapixels. Square images of 600 × 600 pixels look best.";

/** Uploads an image, with the accepted formats as a hint and errors below. */
const ArtField = ({ value, onChange, error }: ArtFieldProps) => (
  <ImageChoice
    label="Badge image"
    picture={
      value ? (
        <BadgeArt src={value} name="Selected image" size={144} className="size-36" />
      ) : (
        <BadgeArtPlaceholder className="size-36" />
      )
    }
    hint={HINT}
    choose={value ? "Choose another file" : "Choose a file"}
    beside={
      value ? (
        <Button variant="quiet" size="small" onClick={() => onChange("")}>
          {" "}
          Remove image{" "}
        </Button>
      ) : null
    }
    acceptsSvg
    onChoose={onChange}
    error={error}
  />
);

type ArtSectionProps = {
  /** The current image of the template, if any. */
  current: string | null;
  /** True when the current image was uploaded, not designed. */
  canKeep: boolean;
  brand: string;
  icons: RelatedChoices["icons"];
};

/** Announces warnings and errors of the preview. The preview is drawn after a pause in typing, so not on every key. */
function PreviewStatus() {
  const { warnings, failure } = useDesignPreview();
  const statusText = failure ?? Object.values(warnings).join(". ");
  return (
    <p role="status" className={failure ? "text-[0.8125rem] text-negative" : "sr-only"}>
      {failure ? `Could not draw the badge: ${failure}` : statusText}
    </p>
  );
}

function DesignedArt({ current }: { current: string | null }) {
  const image = useDesignPreview().image ?? current;
  return (
    <div className="self-start sm:sticky sm:top-20 xl:hidden">
      {image ? (
        <BadgeArt src={image} name="Badge preview" size={144} className="size-36" />
      ) : (
        <BadgeArtPlaceholder className="size-36" />
      )}
    </div>
  );
}

/** The badge's image: designed here, uploaded, or unchanged. */
export function ArtSection({ current, canKeep, brand, icons }: ArtSectionProps) {
  const { control, register, formState } = useFormContext<TemplateValues>();
  const art = useWatch({ control, name: "art" });
  const { errors } = formState;
  return (
    <FormSection title="Image">
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {canKeep ? <Radio {...register("art")} value="kept" label="Keep the current image" /> : null}
          <Radio {...register("art")} value="design" label="Design an image" />
          <Radio {...register("art")} value="upload" label="Upload an image" />
        </div>
        {art === "design" ? (
          <>
            {/* Hidden on wide screens, where the preview beside the form shows the badge. */}
            <div className="grid gap-6 sm:grid-cols-[9rem_minmax(0,1fr)] xl:grid-cols-1">
              <DesignedArt current={current} />
              <Designer brand={brand} icons={icons} />
            </div>
            <PreviewStatus />
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
