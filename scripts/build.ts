import { build } from "@/lib/installation/build";

await build();
