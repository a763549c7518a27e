import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { turns } from "@/lib/platform/limits/turns";

/** Why an SVG was not drawn: too many pixels, too long a work, or no SVG that the renderer can read. */
export class UndrawnSvg extends Error {
  override readonly name = "UndrawnSvg";

  constructor(readonly reason: "pixels" | "time" | "unreadable") {
    super(`The SVG was not drawn: ${reason}.`);
  }
}

/** What a drawing may take: pixels of the picture, its longer side in pixels, and milliseconds. */
type Limits = { pixels: number; side: number; ms: number };

const MOST_PNG_BYTES = 64 * 1024 * 1024;
const inTurn = turns(2, 20);

// Plain JavaScript, which node runs as it stands: it needs nothing but sharp, and no bundler has to know of it. Code 3 is
// for too many pixels, 4 for what turned out to be no SVG.
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

function draw(input: Buffer, most: Limits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", PROGRAM, String(most.pixels), String(most.side)], {
      // Only what node needs: our own environment holds secrets, and the renderer reads what strangers send.
      env: { NODE_ENV: "production" },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: most.ms,
      killSignal: "SIGKILL",
    });
    try {
      if (child.pid) setPriority(child.pid, 10);
    } catch {
      // It has ended already.
    }
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > MOST_PNG_BYTES) child.kill("SIGKILL");
      else parts.push(part);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else reject(new UndrawnSvg(signal ? "time" : code === 3 ? "pixels" : "unreadable"));
    });
    // It may end before it has read everything.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/**
 * Draws an SVG as PNG with its longer side at `side` pixels: vectors lose nothing by being drawn larger. In a process of
 * its own, which is ended after `ms` milliseconds, because the renderer cannot be stopped from inside. Two at a time; 503
 * when twenty others wait.
 *
 * @throws UndrawnSvg over `pixels`, after `ms` milliseconds, and for what the renderer cannot read.
 */
export const drawSvg = (input: Buffer, most: Limits): Promise<Buffer> => inTurn(() => draw(input, most));
