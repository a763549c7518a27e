const MAX_SIDE = 600;
// A request takes 1 MiB in all, and base64 makes four characters out of three bytes.
const MAX_DATA_URL_LENGTH = 900_000;

const loadImageElement = (file: File): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => {
      URL.revokeObjectURL(url);
      resolve(image);
    };
    image.onerror = () => {
      URL.revokeObjectURL(url);
      reject(new Error("This file could not be read as an image. Use a PNG, JPEG, WebP, GIF or SVG file."));
    };
    image.src = url;
  });

/**
 * Reads a picture as a data URL, scaled to at most 600 × 600 pixels or the given side, about the size that the service
 * stores. So a photo from a phone fits into the request. Throws an error whose message can be shown.
 */
export async function readImageFile(file: File, maxSide = MAX_SIDE): Promise<string> {
  const image = await loadImageElement(file);
  // An SVG without a size has no natural size here, so it is drawn as a square.
  const [width, height] = [image.naturalWidth || maxSide, image.naturalHeight || maxSide];
  const isVector = file.type === "image/svg+xml";
  const scale = isVector ? maxSide / Math.max(width, height) : Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL("image/png");
  const url = png.length <= MAX_DATA_URL_LENGTH ? png : canvas.toDataURL("image/webp", 0.92);
  if (url.length > MAX_DATA_URL_LENGTH) throw new Error("This image is too large. Use a smaller one.");
  return url;
}
