import type { MessagePort } from "node:worker_threads";
import { signDocument } from "@/lib/credentials/proofs/sign";
import { verifyProof } from "@/lib/credentials/proofs/verify";

// What the threads for proofs run (lib/credentials/proofs/threads.ts). A thread gets the arguments as one value.
export const sign = (args: Parameters<typeof signDocument>) => signDocument(...args);

/** Says through `begin` that the thread has started, and verifies. */
export const verify = ({ args, begin }: { args: Parameters<typeof verifyProof>; begin: MessagePort }) => {
  begin.postMessage("started");
  begin.close();
  return verifyProof(...args);
};
