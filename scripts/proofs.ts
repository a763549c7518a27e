import { signDocument } from "@/lib/credentials/proofs/sign";
import { verifyProof } from "@/lib/credentials/proofs/verify";

// What the threads for proofs run (lib/credentials/proofs/threads.ts). A thread gets the arguments as one value.
export const sign = (args: Parameters<typeof signDocument>) => signDocument(...args);
export const verify = (args: Parameters<typeof verifyProof>) => verifyProof(...args);
