import { scaleBand, scaleLinear } from "d3-scale";
import type { EndpointHealth } from "@/lib/delivery/webhooks/schema";
import { MomentText } from "@/components/ui/time";

type Buckets = EndpointHealth["buckets"];

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

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
function Columns({ buckets, up }: { buckets: Buckets; up: (ms: number) => number }) {
  const band = scaleBand<number>()
    .domain(buckets.map((_, index) => index))
    .range([0, 1])
    .paddingInner(0.25);
  return buckets.map(({ from, median_ms, p95_ms }, index) =>
    [
      { ms: p95_ms, fill: P95 },
      { ms: median_ms, fill: MEDIAN },
    ].map(({ ms, fill }) =>
      ms === null ? null : (
        <rect
          key={`${from} ${fill}`}
          x={percent(band(index) ?? 0)}
          width={percent(band.bandwidth())}
          y={percent(up(ms))}
          height={percent(1 - up(ms))}
          className={fill}
        />
      ),
    ),
  );
}

/** The response times of an endpoint by six hours. Hidden from screen readers, which read the table instead. */
export function LatencyChart({ buckets }: { buckets: Buckets }) {
  const longest = Math.max(1, ...buckets.map(({ p95_ms }) => p95_ms ?? 0));
  const up = scaleLinear().domain([0, longest]).nice(4).range([1, 0]);
  const ticks = up.ticks(4).filter(Number.isInteger);
  const [first] = buckets;
  return (
    <div aria-hidden="true" className="flex flex-col gap-2 text-2xs text-ink-faint">
      <div className="flex gap-4">
        <Key fill={MEDIAN} label="Median" />
        <Key fill={P95} label="95th percentile" />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-2">
        <div className="relative h-40 min-w-16 tabular-nums">
          {ticks.map((tick) => (
            <span key={tick} className="absolute end-0 -translate-y-1/2" style={{ top: percent(up(tick)) }}>
              {tick.toLocaleString("en")} ms
            </span>
          ))}
        </div>
        <svg width="100%" height="160" overflow="visible">
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={percent(up(tick))}
              y2={percent(up(tick))}
              className="stroke-line"
            />
          ))}
          <Columns buckets={buckets} up={up} />
        </svg>
        <div />
        <div className="mt-2 flex justify-between">
          {first ? <MomentText value={first.from} /> : null}
          <span>Now</span>
        </div>
      </div>
    </div>
  );
}
