import { ColumnChart, percent, type Scales } from "@/components/ui/column-chart";
import { Section } from "@/components/ui/facts";
import { Cell, ColumnHead, Table } from "@/components/ui/list/table";
import { MomentText } from "@/components/ui/time/moment";
import type { AttemptFigures, EndpointHealth as Health } from "@/lib/delivery/webhooks/schema";
import { formatReason } from "./delivery-state";

const RATE = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 1,
  roundingMode: "floor",
});

const formatRate = ({ attempts, succeeded }: AttemptFigures): string =>
  attempts === 0 ? "None" : RATE.format(succeeded / attempts);

const formatMs = (ms: number | null): string => (ms === null ? "None" : `${ms.toLocaleString("en")} ms`);

const count = (attempts: number): string =>
  `${attempts.toLocaleString("en")} ${attempts === 1 ? "attempt" : "attempts"}`;

const Figures = ({ title, figures }: { title: string; figures: AttemptFigures }) => (
  <div className="rounded-lg border border-line p-4">
    <h3 className="text-sm font-medium">{title}</h3>
    <p className="mt-1 text-2xl tabular-nums">{formatRate(figures)}</p>
    <p className="text-sm text-ink-soft">delivered, of {count(figures.attempts)}</p>
    <p className="mt-2 text-sm text-ink-soft tabular-nums">
      Median {formatMs(figures.median_ms)} · 95th percentile {formatMs(figures.p95_ms)}
    </p>
  </div>
);

type Buckets = Health["buckets"];

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
function LatencyChart({ buckets }: { buckets: Buckets }) {
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

const FIGURE_HEADS = ["Attempts", "Delivered", "Median", "95th percentile"];

const FigureCells = ({ figures }: { figures: AttemptFigures }) => (
  <>
    <Cell number>{figures.attempts.toLocaleString("en")}</Cell>
    <Cell number>{formatRate(figures)}</Cell>
    <Cell number>{formatMs(figures.median_ms)}</Cell>
    <Cell number>{formatMs(figures.p95_ms)}</Cell>
  </>
);

const heads = (first: string) => (
  <>
    <ColumnHead>{first}</ColumnHead>
    {FIGURE_HEADS.map((head) => (
      <ColumnHead key={head} align="end">
        {head}
      </ColumnHead>
    ))}
  </>
);

const SCROLLED = "overflow-x-auto";

/** Shows how an endpoint did in the last seven days: success rate, response times, and results. */
export const EndpointHealth = ({ health }: { health: Health }) => (
  <Section title="Last 7 days">
    <div className="grid gap-4 sm:grid-cols-2">
      <Figures title="Last 24 hours" figures={health.day} />
      <Figures title="Last 7 days" figures={health.week} />
    </div>
    {health.is_partial ? (
      <p className="text-sm text-ink-soft">Based on the last {count(health.week.attempts)}.</p>
    ) : null}
    <h3 className="text-sm font-medium">Response time</h3>
    <LatencyChart buckets={health.buckets} />
    <details>
      <summary className="cursor-pointer text-sm text-ink-soft">Show as a table</summary>
      <div className={SCROLLED} tabIndex={0} role="region" aria-label="Response time by six hours">
        <Table label="Response time by six hours" head={heads("From")}>
          {health.buckets
            .filter(({ attempts }) => attempts > 0)
            .map((bucket) => (
              <tr key={bucket.from}>
                <Cell>
                  <MomentText value={bucket.from} />
                </Cell>
                <FigureCells figures={bucket} />
              </tr>
            ))}
        </Table>
      </div>
    </details>
    <h3 className="text-sm font-medium">Results</h3>
    <div className={SCROLLED} tabIndex={0} role="region" aria-label="Results of attempts">
      <Table label="Results of attempts" head={heads("Result")}>
        {health.results.map(({ result, ...figures }) => (
          <tr key={result}>
            <Cell>{formatReason(result)}</Cell>
            <FigureCells figures={figures} />
          </tr>
        ))}
      </Table>
    </div>
  </Section>
);
