"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { apiWrite, organizationPath } from "@/components/api";
import { onDemand, useLoaded, usePreload } from "@/components/on-demand";
import type { BadgeArtPreview } from "@/lib/art/design/schema";
import { designBody, type TemplateValues } from "./template-values";

const previewInput = onDemand(async () => (await import("@/lib/art/design/schema")).BadgeArtPreviewInput);

/** Who types fast does not want each letter drawn, and neither does the server. */
const PAUSE_MS = 350;

type Preview = {
  /** A data URL; null while there is none, or the art is not designed. */
  image: string | null;
  /** What was drawn otherwise than asked, by the path of its field. */
  warnings: Record<string, string>;
  failure: string | null;
};

const NOTHING: Preview = { image: null, warnings: {}, failure: null };
const Context = createContext<Preview>(NOTHING);

/** The designed badge as the server draws it, and what it says of the design. */
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
 * The request for what the form says, as text; null where there is nothing to draw, or a colour is half typed. Until
 * somebody types there is nothing to judge, so that the schema comes then.
 */
function useRequest(): string | null {
  usePreload(previewInput, "input");
  const schema = useLoaded(previewInput);
  const { control } = useFormContext<TemplateValues>();
  const [art, design, name] = useWatch({ control, name: ["art", "design", "name"] });
  return useMemo(() => {
    if (art !== "design") return null;
    // A name that the picture does not show is no reason to draw it again.
    const body = { design: designBody(design), name: design.show_name ? name : null };
    return schema?.safeParse(body).success === false ? null : JSON.stringify(body);
  }, [art, design, name, schema]);
}

/** Draws what the form says, once it rests: one request at a time, and none for what was drawn before. */
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
  // What is wanted meanwhile is asked for when the answer is there.
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
