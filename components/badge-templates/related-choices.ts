/** What the template form offers besides its own words: badges that can be required, and recommendations. */
export type RelatedChoices = {
  templates: { id: string; name: string }[];
  recommendations: { id: string; title: string }[];
  /** There are more recommendations than came with the page. */
  moreRecommendations: boolean;
};
