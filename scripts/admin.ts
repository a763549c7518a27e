import { isBuildNeeded, programPath } from "@/lib/platform/installation/build";

// The operator's commands, out of the build while it is of these sources: that loads in a third of the time.
await ((await isBuildNeeded()) ? import("./operator") : import(programPath("operator")));
