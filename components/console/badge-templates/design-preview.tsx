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

const EMPTY_PREVIEW: Preview = { image: null, warnings: {}, failure: null };
const PreviewContext = createContext<Preview>(EMPTY_PREVIEW);

/** Returns the designed badge as the server draws it, with warnings and errors. */
export const useDesignPreview = (): Preview => use(PreviewContext);

function useDebouncedValue(value: string | null): string | null {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/**
 * Returns the request body for the current design as text. Returns null when there is nothing to draw or the design is
 * invalid, such as a half-typed colour. The schema is loaded at the first input, because stored values need no check.
 */
function usePreviewRequest(): string | null {
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
  const latestRequest = useDebouncedValue(usePreviewRequest());
  const [sentRequest, setSentRequest] = useState(latestRequest);
  const { data, error, isFetching } = useQuery({
    queryKey: ["badge-art-preview", organizationId, sentRequest],
    queryFn: () =>
      apiWrite<BadgeArtPreview>(
        "POST",
        organizationPath(organizationId, "badge_art_preview"),
        JSON.parse(sentRequest ?? "null"),
      ),
    enabled: sentRequest !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
  // A design that changed during a request is drawn after its response.
  if (latestRequest !== null && latestRequest !== sentRequest && !isFetching) setSentRequest(latestRequest);
  const preview = useMemo(
    (): Preview => ({
      image: data?.image ?? null,
      warnings: Object.fromEntries(data?.warnings.map(({ field, message }) => [field, message]) ?? []),
      failure: error?.message ?? null,
    }),
    [data, error],
  );
  return <PreviewContext value={preview}>{children}</PreviewContext>;
}
