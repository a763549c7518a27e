/** Asks the person to prove who they are. Resolves to false when they do not. */
type ProofHandler = () => Promise<boolean>;

let currentHandler: ProofHandler | null = null;

/** Sets what asks for a proof on this page. Returns a function that removes it. */
export function registerProofHandler(handler: ProofHandler): () => void {
  currentHandler = handler;
  return () => {
    if (currentHandler === handler) currentHandler = null;
  };
}

/** Asks for a proof of identity, which the API requires for some requests. False on a page that cannot ask. */
export const requestProof = (): Promise<boolean> => currentHandler?.() ?? Promise.resolve(false);
