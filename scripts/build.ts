import { build } from "@/lib/operations/installation/build";

await build();
