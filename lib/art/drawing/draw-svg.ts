import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { limitConcurrency } from "@/lib/platform/limits/limit-concurrency";

/** Thrown when an SVG was not drawn: too many pixels, out of time, or not readable by the renderer. */
export class UndrawnSvg extends Error {
  override readonly name = "UndrawnSvg";

  constructor(readonly reason: "pixels" | "time" | "unreadable") {
    super(`The SVG was not drawn: ${reason}.`);
  }
}

/** Limits of a drawing: pixels of the picture, pixels of its longer side, and milliseconds. */
type Limits = { pixels: number; side: number; ms: number };

const MAX_PNG_BYTES = 64 * 1024 * 1024;
const runLimited = limitConcurrency("Drawing", 2, 20);

// Plain JavaScript that node runs as it is: it needs only sharp and no bundler. Exit code 3 means too many pixels, 4
// not an SVG.
const PROGRAM = `
  const sharp = require("sharp");
  const [pixels, side] = process.argv.slice(1).map(Number);
  const limits = { limitInputPixels: pixels, failOn: "error" };
  const parts = [];
  process.stdin.on("data", (part) => parts.push(part)).on("end", async () => {
    const input = Buffer.concat(parts);
    try {
      const { width, height, format } = await sharp(input, limits).metadata();
      if (format !== "svg") process.exit(4);
      const density = Math.min(Math.max((72 * side) / Math.max(width, height), 1), 7200);
      const png = await sharp(input, { ...limits, density }).png({ compressionLevel: 1 }).toBuffer();
      process.stdout.write(png, () => process.exit(0));
    } catch (error) {
      process.exit(String(error).includes("pixel limit") ? 3 : 4);
    }
  });
`;

function runDrawing(input: Buffer, limits: Limits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", PROGRAM, String(limits.pixels), String(limits.side)], {
      // Only what node needs: our environment contains secrets, and the renderer reads files from strangers.
      env: { NODE_ENV: "production" },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: limits.ms,
      killSignal: "SIGKILL",
    });
    try {
      if (child.pid) setPriority(child.pid, 10);
    } catch {
      // The process has already ended.
    }
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > MAX_PNG_BYTES) child.kill("SIGKILL");
      else parts.push(part);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else reject(new UndrawnSvg(signal ? "time" : code === 3 ? "pixels" : "unreadable"));
    });
    // The process may end before it has read everything.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/**
 * Draws an SVG as PNG with its longer side at `side` pixels: vectors can be enlarged without loss. It runs in a
 * separate process that is killed after `ms` milliseconds, because the renderer cannot be stopped from inside. At
 * most two run at once. Throws 503 when twenty others are waiting.
 *
 * @throws UndrawnSvg over `pixels`, after `ms` milliseconds, and for a file that the renderer cannot read.
 */
export const drawSvg = (input: Buffer, limits: Limits): Promise<Buffer> =>
  runLimited(() => runDrawing(input, limits));
