import { existsSync } from "node:fs";

// The program of `npm start`. Plain JavaScript, so that a built supervisor starts without a compiler, which would take
// memory and half a second. Without a complete build, tsx compiles the program that creates one.
const builds = new URL("../.build/", import.meta.url);
const program = new URL("start.js", builds);
if (existsSync(new URL("complete", builds)) && existsSync(program)) {
  await import(program.href);
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./start.ts");
}
