type FrameContext = {
  /** Origins that may frame the page, from the settings of the integration. */
  registered: readonly string[];
  /** `location.ancestorOrigins`, nearest first. Not every browser has it. */
  ancestors: ArrayLike<string> | undefined;
  /** `document.referrer`: in a frame, the page around it, unless that sends no referrer. */
  referrer: string;
};

const parseOrigin = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).origin : null;

/**
 * Returns the origin of the page around the frame, the only one to send messages to; null without a registered origin.
 * An origin that the browser reports counts only if it is registered.
 */
export function findTargetOrigin({ registered, ancestors, referrer }: FrameContext): string | null {
  const reportedOrigins = [ancestors?.[0] ?? null, parseOrigin(referrer)];
  return (
    reportedOrigins.find((origin) => origin !== null && registered.includes(origin)) ?? registered[0] ?? null
  );
}
