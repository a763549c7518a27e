/** The shortest and longest time-outs: minutes of a session, which ends after eight hours anyway, and days of a token. */
export const IDLE_LIMITS = { sessionMinutes: { min: 5, max: 480 }, tokenDays: { min: 1, max: 1_095 } };
