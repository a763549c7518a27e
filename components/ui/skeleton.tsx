/** The place of something that is on its way; the region around it says so to screen readers. */
export const Skeleton = ({ className = "" }: { className?: string }) => (
  <span aria-hidden="true" className={`block animate-pulse rounded-md bg-line ${className}`} />
);

/** A table on its way: as many rows as one usually sees. */
export const TableSkeleton = ({ rows = 8, art = false }: { rows?: number; art?: boolean }) => (
  <div role="status" aria-label="Loading" className="border-t border-line">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex items-center gap-4 border-b border-line py-4">
        {art ? <Skeleton className="size-11 shrink-0 rounded-lg" /> : null}
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="ms-auto h-4 w-16" />
        <Skeleton className="hidden h-4 w-24 sm:block" />
      </div>
    ))}
  </div>
);
