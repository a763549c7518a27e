import { stack } from "d3-shape";
import { useId } from "react";
import type { Bucket, OutcomeCounts } from "@/lib/console/overview/schema";
import { percent, type Scales } from "@/components/ui/column-chart";
import { OUTCOMES } from "./outcomes";
import { PeriodChart } from "./period-chart";

type Outcome = keyof OutcomeCounts;

/**
 * The fill of an outcome. Each has its own texture, so that outcomes can be distinguished without colours: solid,
 * slanting lines, dots, outline. In forced colours only the texture remains.
 */
export function Texture({ id, outcome }: { id: string; outcome: Outcome }) {
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

/** The outcomes of the badges of each bucket, as a column chart. */
export function FunnelChart({ buckets }: { buckets: Bucket[] }) {
  const id = useId();
  return (
    <PeriodChart periods={buckets} max={Math.max(...buckets.map(({ issued }) => issued))}>
      {(scales) => (
        <>
          <defs>
            {OUTCOMES.map((outcome) => (
              <Texture key={outcome} id={`${id}-${outcome}`} outcome={outcome} />
            ))}
          </defs>
          <ColumnLayers buckets={buckets} scales={scales} id={id} />
        </>
      )}
    </PeriodChart>
  );
}
