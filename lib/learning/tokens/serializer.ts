import type { LearningGrant } from "./schema";

/** A new token in clear, which is nowhere else. */
export type Granted = { token: string; refreshToken: string; userId: string };

export const presentGrant = ({ token, refreshToken }: Granted): LearningGrant => ({
  token,
  Refresh_token: refreshToken,
});
