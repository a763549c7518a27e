import type { ReactNode } from "react";

/** What of a sentence only those hear who do not see what it stands beside. */
export const hidden = (words: ReactNode) => <span className="sr-only">{words}</span>;
