import { findPageFile } from "./queries";

/** Returns a file of the pages of another build, by its path below `/_next/static/`; null if no build has it. */
export const getPageFile = (path: string): Promise<Uint8Array | null> => findPageFile(path);
