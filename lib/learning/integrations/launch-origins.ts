/** What decides which pages may frame a launch. */
export type LaunchOrigins = {
  /** Origins that the integration has registered. */
  registered: readonly string[];
  /** Origins that the launch itself named, bound to its token. */
  launched: readonly string[];
  /** The app admits registered origins only. */
  isRestricted: boolean;
};

/** The origins whose pages may frame a launch and get its messages: first those that launched it. */
export function allowedOrigins({ registered, launched, isRestricted }: LaunchOrigins): string[] {
  const admitted = isRestricted ? launched.filter((origin) => registered.includes(origin)) : launched;
  return [...new Set([...admitted, ...registered])];
}
