import type { Messages } from "next-intl";

/** The texts of the dialog that asks for a proof of identity, which pages pass on, because the console has no messages. */
export type ProofTexts = Messages["proof"];
