/** What decides which pages may frame a launch. */
export type LaunchOrigins = {
  /** Origins that the integration has registered. */
  registered: readonly string[];
  /** Origins that the launch itself named; they apply to its token. */
  launched: readonly string[];
  /** The app allows registered origins only. */
  isRestricted: boolean;
};

/** Lists the origins whose pages may frame a launch and receive its messages, those that launched it first. */
export function listAllowedOrigins({ registered, launched, isRestricted }: LaunchOrigins): string[] {
  const admitted = isRestricted ? launched.filter((origin) => registered.includes(origin)) : launched;
  return [...new Set([...admitted, ...registered])];
}
