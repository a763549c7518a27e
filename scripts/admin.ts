import { isBuildNeeded } from "@/lib/platform/installation/build";
import { programPath } from "@/lib/kernel/programs";

// Runs the operator's commands from the build if it is up to date, which loads in a third of the time.
await ((await isBuildNeeded()) ? import("./operator") : import(programPath("operator")));
