import { build } from "@/lib/platform/installation/build";

await build();
