import { register } from "tsx/esm/api";

// Compiles the program for threads as it is loaded, for a process that does not run from a build: node's option --import does
// this in main threads only.
register();
export const { sign, verify } = await import("./proofs.ts");
