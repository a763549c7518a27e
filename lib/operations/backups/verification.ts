import { z } from "zod";
import { DamagedObjectError } from "./object-cipher";
import type { BackupStore } from "./store";

/** The object with the result of the last verification. It is in the store, because any machine may verify backups. */
const NAME = "verification";

const Verification = z.object({ backup: z.string(), at: z.iso.datetime(), passed: z.boolean() });
export type Verification = z.infer<typeof Verification>;

/** Stores the result of a verification. Throws when the store cannot be written to. */
export const writeVerification = (store: BackupStore, verification: Verification): Promise<void> =>
  store.put(NAME, Buffer.from(JSON.stringify(verification)));

/** Reads the result of the last verification; null if there was none, or its object is damaged. */
export async function readVerification(store: BackupStore): Promise<Verification | null> {
  try {
    const content = await store.find(NAME);
    return content === null ? null : Verification.parse(JSON.parse(content.toString("utf8")));
  } catch (error) {
    if (error instanceof DamagedObjectError || error instanceof z.ZodError || error instanceof SyntaxError)
      return null;
    throw error;
  }
}
