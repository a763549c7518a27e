/** A file that was not taken, and why. */
export type RefusedFile = { file: string; reason: string };

/** What was read from a folder of images with badges, and what was not. */
export type ImagesReport = {
  folder: string;
  /** PNG and SVG files in the folder. */
  files: number;
  /** Files whose badge was taken. */
  taken: number;
  /** Files with a badge that another file has too. */
  repeated: number;
  /** Badges that their issuer confirmed at the run. */
  verified: number;
  /** Badges that were not verified, because of `--offline`: the operator vouches for them. */
  vouched: number;
  refused_count: number;
  refused: RefusedFile[];
  /** The issuers of the badges that were taken. */
  issuers: string[];
  /** What was taken with a difference, and what of the folder was not read. */
  notes: string[];
};

/** What is wrong with a file. */
export class FileRefused extends Error {}
