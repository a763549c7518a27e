import type { ReactNode } from "react";

/** Hides a part of a sentence visually; screen readers read it. */
export const hidden = (words: ReactNode) => <span className="sr-only">{words}</span>;
