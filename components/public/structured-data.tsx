/** Structured data for search engines (schema.org) in a script element. Each `<` is escaped, because it could end it. */
export const StructuredData = ({ data }: { data: object }) => (
  <script
    type="application/ld+json"
    // oxlint-disable-next-line react/no-danger -- JSON without any `<`
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }}
  />
);
