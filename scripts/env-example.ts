import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildEnvExample } from "@/lib/operations/installation/environment";

// Writes .env.example from the schema of variables.
await writeFile(join(import.meta.dirname, "..", ".env.example"), buildEnvExample());
