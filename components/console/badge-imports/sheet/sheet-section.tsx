"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiRead, organizationPath } from "@/components/api";
import { onDemand, useLoaded } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { BadgeImportSheet } from "@/lib/badges/imports/schema";

const sheetGrid = onDemand(() => import("./sheet-grid"));

type SheetSectionProps = { organizationId: string; importId: string; filter: string };

/** The rows of an import that was not started, to correct them. The code of the grid is fetched with the rows. */
export function SheetSection({ organizationId, importId, filter }: SheetSectionProps) {
  const path = organizationPath(organizationId, `badge_imports/${importId}/sheet`);
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    queryKey: ["badge-import-sheet", importId],
    queryFn: async () => {
      const [sheet] = await Promise.all([apiRead<BadgeImportSheet>(path), sheetGrid.load()]);
      return sheet;
    },
    // Each edit is stored at once. So the rows are read only when the page opens, and when this query is asked to.
    staleTime: Infinity,
    gcTime: 0,
    meta: { isEdited: true },
  });
  const parts = useLoaded(sheetGrid);
  useEffect(() => {
    sheetGrid.load().catch(() => undefined);
  }, []);
  if (isError) {
    return (
      <Notice tone="negative" title="The rows could not be loaded">
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!data || !parts) return <TableSkeleton />;
  return (
    <parts.SheetGrid
      key={dataUpdatedAt}
      path={path}
      sheet={data}
      filter={filter}
      reload={() => void refetch()}
    />
  );
}
