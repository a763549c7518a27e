/** One SVG element of an icon, on a 24 × 24 grid. */
type IconLine = [tag: string, attributes: Record<string, string>];

/** The choices of the template form: icons, badges that can be required, and recommendations. */
export type RelatedChoices = {
  icons: { name: string; lines: IconLine[] }[];
  templates: { id: string; name: string }[];
  recommendations: { id: string; title: string }[];
  /** True when there are more recommendations than listed here. */
  moreRecommendations: boolean;
};
