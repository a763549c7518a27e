"use client";

import { SlidersHorizontal } from "lucide-react";
import { onDemand } from "@/components/on-demand";
import { buttonClass } from "@/components/ui/button";
import { useLazyTrigger } from "@/components/ui/overlay/lazy-trigger";
import type { FilterProps } from "./filter-parts";

const filterParts = onDemand(() => import("./filter-parts"));

const CLASS = buttonClass({ variant: "secondary" });

/** A button that opens the less common filters. Their code is loaded on demand. */
export function FilterPopover(props: FilterProps) {
  const { parts, ref, placeholderButtonProps } = useLazyTrigger(filterParts);
  const triggerContent = (
    <>
      <SlidersHorizontal className="size-4" aria-hidden="true" />
      Filters
    </>
  );
  if (parts)
    return <parts.OpenedFilters {...props} trigger={triggerContent} triggerClass={CLASS} triggerRef={ref} />;
  return (
    <button {...placeholderButtonProps} className={CLASS} aria-haspopup="dialog">
      {triggerContent}
    </button>
  );
}
