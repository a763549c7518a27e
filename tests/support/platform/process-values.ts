/** Forgets a value of `processWide`, as if the process had just begun. */
export const forgetProcessValue = (name: string): void => {
  (globalThis as { valuesOfProcess?: Map<string, unknown> }).valuesOfProcess?.delete(name);
};
