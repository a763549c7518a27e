import type { ReactNode } from "react";

/** Renders the tag `<visuallyHidden>` of a message: words that only screen readers read. */
export const visuallyHidden = (words: ReactNode) => <span className="sr-only">{words}</span>;
