import sharp from "sharp";

/** Reads the text of a chunk of a PNG by its keyword, with a library for images. Throws when there is none. */
export async function readBakedPng(image: Buffer, keyword: string): Promise<string> {
  const { comments = [] } = await sharp(image).metadata();
  const found = comments.find((comment) => comment.keyword === keyword);
  if (!found) throw new Error(`The image has no text with the keyword ${keyword}.`);
  return found.text;
}
