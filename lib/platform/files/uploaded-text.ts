import { invalidField, unprocessable, type ApiError } from "@/lib/kernel/errors";
import { decodeFile, type EncodingChoice } from "./decode-file";
import { MAX_TABLE_BYTES, type Encoding } from "./choices";

const invalidFileError = (message: string): ApiError => invalidField("file", "invalid_file", message);

/** Decodes base64 text, standard or URL-safe. Throws 422 for other text. */
function decodeBase64(base64: string): Buffer {
  const compact = base64.replace(/\s+/g, "");
  if (!/^[\w+/-]*={0,2}$/.test(compact)) throw invalidFileError("must be base64 text");
  return Buffer.from(compact, "base64");
}

// A workbook is a ZIP archive (or, before 2007, a compound file). People often send one instead of its CSV.
const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")) ||
  bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

/** 422 that lists the encodings to choose from: the code of each error is one, and its message names as they are then. */
const unclearEncodingError = (choices: readonly EncodingChoice[]): ApiError => {
  const message =
    "The encoding of the file is not clear. Send the right one as encoding, or save the file as UTF-8.";
  return unprocessable("unclear_encoding", message, [
    { field: "file", code: "unclear_encoding", message: "has an encoding that is not clear" },
    ...choices.map(({ encoding, sample }) => ({ field: "encoding", code: encoding, message: sample })),
  ]);
};

/**
 * Reads the text of an uploaded table, in the encoding that was chosen or else in the one that its bytes show. Throws 422 for a
 * file that is too large or not text, and for one whose encoding has to be chosen.
 */
export function readUploadedText(base64: string, encoding?: Encoding): string {
  const bytes = decodeBase64(base64);
  if (bytes.length > MAX_TABLE_BYTES) throw invalidFileError("is larger than 10 MB");
  if (isWorkbook(bytes))
    throw invalidFileError("is a spreadsheet workbook. Save it as CSV and choose that file");
  const decoded = decodeFile(bytes, encoding);
  if (decoded === null) throw invalidFileError("is not a text file. Choose a CSV file");
  if ("choices" in decoded) throw unclearEncodingError(decoded.choices);
  return decoded.text;
}
