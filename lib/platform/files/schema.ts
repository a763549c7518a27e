import { z } from "zod";
import { optionalNotNull } from "@/lib/kernel/fields";
import { ENCODINGS } from "./choices";

/** The encoding of an uploaded table. */
export const fileEncoding = () =>
  optionalNotNull(z.enum(ENCODINGS)).meta({
    description:
      "The encoding of a file that is not UTF-8. Leave it out to detect it: 422 `unclear_encoding` lists the ones to choose from.",
  });
