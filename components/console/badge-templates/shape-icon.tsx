import type { BadgeDesign } from "@/lib/art/design/schema";

const petals = Array.from({ length: 48 }, (_, index) => {
  const angle = (index / 48) * 2 * Math.PI;
  const reach = index % 4 < 2 ? 10.6 : 9.6;
  return `${(12 + reach * Math.sin(angle)).toFixed(2)} ${(12 - reach * Math.cos(angle)).toFixed(2)}`;
});

/** The outline of each shape on a 24 × 24 grid. */
const OUTLINES: Record<BadgeDesign["shape"], string> = {
  circle: "M12 1.8a10.2 10.2 0 1 1 0 20.4a10.2 10.2 0 1 1 0-20.4Z",
  rosette: `M${petals.join("L")}Z`,
  hexagon: "M12 1.5 21.1 6.75v10.5L12 22.5 2.9 17.25V6.75Z",
  octagon: "M7.9 2.2h8.2l5.7 5.7v8.2l-5.7 5.7H7.9l-5.7-5.7V7.9Z",
  square: "M5.5 2.5h13a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-13a3 3 0 0 1 3-3Z",
  shield: "M3.5 2.6h17v7.2c0 5.6-3.6 9.6-8.5 12c-4.9-2.4-8.5-6.4-8.5-12Z",
  arch: "M12 2a8.8 8.8 0 0 1 8.8 8.8V20a2 2 0 0 1-2 2H5.2a2 2 0 0 1-2-2v-9.2A8.8 8.8 0 0 1 12 2Z",
};

/** An icon of a badge shape. */
export const ShapeIcon = ({ shape }: { shape: BadgeDesign["shape"] }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8">
    <path d={OUTLINES[shape]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
  </svg>
);
