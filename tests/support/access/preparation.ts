import type { TestOrganization } from "../builders";
import type { Person } from "../accounts/members";

export type Sent = { ids?: Record<string, string>; body?: Record<string, unknown>; person?: Person };

/** Creates what an operation needs to succeed, anew for each request: ids for its path, and a body. */
export type Preparation = (organization: TestOrganization) => Promise<Sent>;

/** For an operation that needs nothing. */
export const prepareNothing: Preparation = async () => ({});
