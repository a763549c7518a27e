import { MoveError } from "@/lib/moving/imports/schema";
import type { Spool } from "./spool";

/** How far a download may go for which no operator vouches. Each may throw to end it, or this turn of it. */
export type DownloadLimits = {
  /** Called after items that were read are stored. */
  afterPage: () => Promise<void>;
  /** Called after a picture was stored, or could not be. */
  afterPicture: () => Promise<void>;
  /** Called while much is read or written without a request. */
  duringWork: () => Promise<void>;
  /** The most items of a part. */
  maxItems: (part: string) => number;
  /** The most pictures that are read. */
  maxPictures: number;
  /** Called after each picture that was drawn, with how many this process has drawn. */
  afterDrawing: (count: number) => Promise<void>;
  /** The most items of a page, which are counted before they are read. */
  maxPageItems: number;
  /** The most characters, as JSON, that are kept of one item. */
  maxItemLength: number;
  /** The most pages that are in memory at once. */
  pagesAtOnce: number;
  /** Counts characters that stay in memory until the records are written. Throws when there are too many. */
  keep: (characters: number) => void;
};

/** Limits how many items a part may have. */
export const limitPart = <Item>(part: Spool<Item>, name: string, limits: DownloadLimits): Spool<Item> => ({
  ...part,
  append: async (items, next) => {
    const max = limits.maxItems(name);
    if (part.count() + items.length > max)
      throw new MoveError(`The other service has more than ${max} items in ${name}.`);
    await part.append(items, next);
    await limits.afterPage();
  },
});
