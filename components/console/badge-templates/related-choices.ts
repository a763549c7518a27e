/** One element of an icon's drawing on a square of 24. */
type IconLine = [tag: string, attributes: Record<string, string>];

/** What the template form offers to choose from: icons, badges that can be required, and recommendations. */
export type RelatedChoices = {
  icons: { name: string; lines: IconLine[] }[];
  templates: { id: string; name: string }[];
  recommendations: { id: string; title: string }[];
  /** There are more recommendations than came with the page. */
  moreRecommendations: boolean;
};
