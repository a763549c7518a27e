type Surroundings = {
  /** Origins that may frame the page, as the integration has them. */
  registered: readonly string[];
  /** `location.ancestorOrigins`, which not every browser has: the nearest first. */
  ancestors: ArrayLike<string> | undefined;
  /** `document.referrer`: of a page in a frame, the page around it, unless that hides itself. */
  referrer: string;
};

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

/**
 * The origin of the page around the frame, to which alone messages go; null when no registered one can be meant. What
 * the browser says is believed only when it is registered.
 */
export function targetOrigin({ registered, ancestors, referrer }: Surroundings): string | null {
  const told = [ancestors?.[0] ?? null, originOf(referrer)];
  return told.find((origin) => origin !== null && registered.includes(origin)) ?? registered[0] ?? null;
}
