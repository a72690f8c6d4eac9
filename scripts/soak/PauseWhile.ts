/** Waits for so many seconds, or until a condition ends. */
export const pauseWhile = async (holds: () => boolean, seconds: number): Promise<void> => {
  const until = performance.now() + seconds * 1000
  while (holds() && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, until - performance.now())))
  }
}
