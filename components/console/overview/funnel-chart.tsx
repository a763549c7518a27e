import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { useId } from "react";
import type { Bucket, OutcomeCounts } from "@/lib/organizations/overview/schema";
import { OUTCOMES } from "./outcomes";

type Outcome = keyof OutcomeCounts;

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a day for the axis: `3 Nov`. */
export const shortDay = (day: string): string => DAY.format(new Date(day));

/**
 * The fill of an outcome. Each has its own texture, so that outcomes can be distinguished without colours: solid,
 * slanting lines, dots, outline. In forced colours only the texture remains.
 */
function Texture({ id, outcome }: { id: string; outcome: Outcome }) {
  const size = { width: 6, height: 6, patternUnits: "userSpaceOnUse" } as const;
  switch (outcome) {
    case "accepted":
      return (
        <pattern id={id} {...size}>
          <rect width="6" height="6" className="fill-accent forced-colors:fill-[CanvasText]" />
        </pattern>
      );
    case "pending":
      return (
        <pattern id={id} {...size} patternTransform="rotate(45)">
          <rect width="6" height="6" className="fill-accent-soft forced-colors:fill-[Canvas]" />
          <rect width="2.4" height="6" className="fill-accent forced-colors:fill-[CanvasText]" />
        </pattern>
      );
    case "rejected":
      return (
        <pattern id={id} {...size}>
          <rect width="6" height="6" className="fill-caution-soft forced-colors:fill-[Canvas]" />
          <circle cx="3" cy="3" r="1.5" className="fill-caution forced-colors:fill-[CanvasText]" />
        </pattern>
      );
    case "withdrawn":
      return (
        <pattern id={id} {...size}>
          <rect width="6" height="6" className="fill-line forced-colors:fill-[Canvas]" />
        </pattern>
      );
  }
}

/** A sample of an outcome's fill, for the legend. */
export function Swatch({ outcome }: { outcome: Outcome }) {
  const id = useId();
  return (
    <svg width="14" height="14" aria-hidden="true" className="shrink-0">
      <defs>
        <Texture id={id} outcome={outcome} />
      </defs>
      <rect x="0.5" y="0.5" width="13" height="13" rx="2" fill={`url(#${id})`} className="stroke-edge" />
    </svg>
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

type Scales = { across: (index: number) => number; width: number; up: (badges: number) => number };

/** The columns: each bucket's badges, stacked by outcome. Lengths are fractions of the chart, from 0 to 1. */
function ColumnLayers({ buckets, scales, id }: { buckets: Bucket[]; scales: Scales; id: string }) {
  const layers = stack<Bucket, Outcome>().keys(OUTCOMES)(buckets);
  return layers.map((layer) => (
    <g key={layer.key}>
      {layer.map(([low, high], index) =>
        high > low ? (
          <rect
            key={index}
            x={percent(scales.across(index))}
            width={percent(scales.width)}
            y={percent(scales.up(high))}
            height={percent(scales.up(low) - scales.up(high))}
            fill={`url(#${id}-${layer.key})`}
            className={layer.key === "withdrawn" ? "stroke-edge" : "forced-colors:stroke-[CanvasText]"}
          />
        ) : null,
      )}
    </g>
  ));
}

/**
 * The outcomes of the badges of each bucket, as a column chart. Rendered on the server. Its labels keep their size on
 * every screen. Hidden from screen readers, which read the table instead.
 */
export function FunnelChart({ buckets }: { buckets: Bucket[] }) {
  const id = useId();
  const maxIssued = Math.max(1, ...buckets.map(({ issued }) => issued));
  const up = scaleLinear().domain([0, maxIssued]).nice(4).range([1, 0]);
  const band = scaleBand<number>()
    .domain(buckets.map((_, index) => index))
    .range([0, 1])
    .paddingInner(0.25);
  const scales = { across: (index: number) => band(index) ?? 0, width: band.bandwidth(), up };
  const ticks = up.ticks(4).filter(Number.isInteger);
  const [first, middle, last] = [buckets[0], buckets[Math.floor(buckets.length / 2)], buckets.at(-1)];
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-2xs text-ink-faint">
      <div className="relative h-56 min-w-6 tabular-nums">
        {ticks.map((tick) => (
          <svg key={tick} width="100%" height="100%" className="absolute inset-0" overflow="visible">
            <text
              x="100%"
              y={percent(up(tick))}
              dy="0.32em"
              textAnchor="end"
              className="fill-ink-faint text-2xs"
            >
              {tick.toLocaleString("en")}
            </text>
          </svg>
        ))}
      </div>
      <svg width="100%" height="224" overflow="visible">
        <defs>
          {OUTCOMES.map((outcome) => (
            <Texture key={outcome} id={`${id}-${outcome}`} outcome={outcome} />
          ))}
        </defs>
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
        <ColumnLayers buckets={buckets} scales={scales} id={id} />
      </svg>
      <div />
      <div className="mt-2 flex justify-between">
        {[first, middle, last].map((bucket, index) =>
          bucket ? <span key={index}>{shortDay(index === 2 ? bucket.to : bucket.from)}</span> : null,
        )}
      </div>
    </div>
  );
}
