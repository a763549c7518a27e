type Figure = { label: string; value: string };

/** Figures side by side, each with its name. */
export const FigureGrid = ({ figures }: { figures: Figure[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] border-s border-t border-line">
    {figures.map(({ label, value }) => (
      <div
        key={label}
        className="flex flex-col justify-between gap-3 border-e border-b border-line px-4 py-4"
      >
        <dt className="text-[0.8125rem] text-ink-soft">{label}</dt>
        <dd className="text-end font-heading text-[1.75rem] leading-none lining-nums tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);
