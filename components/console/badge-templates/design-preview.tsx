"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { apiWrite, organizationPath } from "@/components/api";
import { onDemand, useLoaded, usePreload } from "@/components/on-demand";
import type { BadgeArtPreview } from "@/lib/art/design/schema";
import { designBody, type TemplateValues } from "./template-values";

const previewInput = onDemand(async () => (await import("@/lib/art/design/schema")).BadgeArtPreviewInput);

/** The pause in typing before the preview is drawn again. */
const PAUSE_MS = 350;

type Preview = {
  /** A data URL. Null before the first preview, or when the image is not designed. */
  image: string | null;
  /** Warnings about what could not be drawn as designed, by the path of the field. */
  warnings: Record<string, string>;
  failure: string | null;
};

const NOTHING: Preview = { image: null, warnings: {}, failure: null };
const Context = createContext<Preview>(NOTHING);

/** Returns the designed badge as the server draws it, with warnings and errors. */
export const useDesignPreview = (): Preview => use(Context);

function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * Returns the request body for the current design as text. Returns null when there is nothing to draw or the design is
 * invalid, such as a half-typed colour. The schema is loaded at the first input, because stored values need no check.
 */
function useRequest(): string | null {
  usePreload(previewInput, "input");
  const schema = useLoaded(previewInput);
  const { control } = useFormContext<TemplateValues>();
  const [art, design, name] = useWatch({ control, name: ["art", "design", "name"] });
  return useMemo(() => {
    if (art !== "design") return null;
    // A name that the image does not show must not cause a new drawing.
    const body = { design: designBody(design), name: design.show_name ? name : null };
    return schema?.safeParse(body).success === false ? null : JSON.stringify(body);
  }, [art, design, name, schema]);
}

/** Draws the design after a pause in typing: one request at a time, and none for designs already drawn. */
export function DesignPreviewProvider({
  organizationId,
  children,
}: {
  organizationId: string;
  children: ReactNode;
}) {
  const wanted = useSettled(useRequest());
  const [asked, setAsked] = useState(wanted);
  const { data, error, isFetching } = useQuery({
    queryKey: ["badge-art-preview", organizationId, asked],
    queryFn: () =>
      apiWrite<BadgeArtPreview>(
        "POST",
        organizationPath(organizationId, "badge_art_preview"),
        JSON.parse(asked ?? "null"),
      ),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  // A design that changed during a request is drawn after its response.
  if (wanted !== null && wanted !== asked && !isFetching) setAsked(wanted);
  const preview = useMemo(
    (): Preview => ({
      image: data?.image ?? null,
      warnings: Object.fromEntries(data?.warnings.map(({ field, message }) => [field, message]) ?? []),
      failure: error?.message ?? null,
    }),
    [data, error],
  );
  return <Context value={preview}>{children}</Context>;
}
