import type { EndpointHealth } from "@/lib/delivery/webhooks/schema";
import { ColumnChart, percent, type Scales } from "@/components/ui/column-chart";
import { MomentText } from "@/components/ui/time/moment";

type Buckets = EndpointHealth["buckets"];

const P95 = "fill-accent-soft stroke-accent forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]";
const MEDIAN = "fill-accent forced-colors:fill-[CanvasText]";

const Key = ({ fill, label }: { fill: string; label: string }) => (
  <span className="flex items-center gap-1.5">
    <svg width="12" height="12">
      <rect x="0.5" y="0.5" width="11" height="11" className={fill} />
    </svg>
    {label}
  </span>
);

/** The columns: the 95th percentile of each bucket as an outline, and its median in front, filled. */
const Columns = ({ buckets, scales }: { buckets: Buckets; scales: Scales }) =>
  buckets.map(({ from, median_ms, p95_ms }, index) =>
    [
      { ms: p95_ms, fill: P95 },
      { ms: median_ms, fill: MEDIAN },
    ].map(({ ms, fill }) =>
      ms === null ? null : (
        <rect
          key={`${from} ${fill}`}
          x={percent(scales.across(index))}
          width={percent(scales.width)}
          y={percent(scales.up(ms))}
          height={percent(1 - scales.up(ms))}
          className={fill}
        />
      ),
    ),
  );

/** The response times of an endpoint by six hours. Hidden from screen readers, which read the table instead. */
export function LatencyChart({ buckets }: { buckets: Buckets }) {
  const [first] = buckets;
  return (
    <div aria-hidden="true" className="flex flex-col gap-4 text-2xs text-ink-faint">
      <div className="flex gap-4">
        <Key fill={MEDIAN} label="Median" />
        <Key fill={P95} label="95th percentile" />
      </div>
      <ColumnChart
        columns={buckets.length}
        max={Math.max(...buckets.map(({ p95_ms }) => p95_ms ?? 0))}
        unit="ms"
        labels={[first ? <MomentText key="first" value={first.from} /> : null, "Now"]}
      >
        {(scales) => <Columns buckets={buckets} scales={scales} />}
      </ColumnChart>
    </div>
  );
}
