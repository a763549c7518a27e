type ProgressBarProps = {
  value: number;
  max: number;
  /** The progress as text, for screen readers. */
  text: string;
  /** The id of the element that labels the bar. */
  labelledBy: string;
  className?: string;
};

/** Shows how much of a known number is done. */
export const ProgressBar = ({ value, max, text, labelledBy, className = "" }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-labelledby={labelledBy}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={value}
    aria-valuetext={text}
    className={`h-2 overflow-hidden rounded-full border border-edge bg-sunken ${className}`}
  >
    <div
      className="h-full rounded-full bg-accent transition-[width] forced-colors:bg-[Highlight]"
      style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }}
    />
  </div>
);
