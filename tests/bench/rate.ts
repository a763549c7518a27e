/** Does work `count` times, `atOnce` of them at once. Returns how often a second. */
export async function measureRate(
  work: (number: number) => Promise<unknown>,
  count: number,
  atOnce = 1,
): Promise<number> {
  const began = performance.now();
  let number = 0;
  const repeat = async (): Promise<void> => {
    while (number < count) await work((number += 1));
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  return count / ((performance.now() - began) / 1_000);
}
