/**
 * A placeholder for content that is loading, from 300 ms on. The region around it announces the loading to screen
 * readers.
 */
export const Skeleton = ({ className = "" }: { className?: string }) => (
  <span aria-hidden="true" className={`appear-late block rounded-md ${className}`}>
    <span className="block size-full animate-pulse rounded-[inherit] bg-line" />
  </span>
);

/** A placeholder for a table that is loading. */
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
