export const median = (numbers: ReadonlyArray<number>): number => quantile(numbers, 0.5)

export const quantile = (numbers: ReadonlyArray<number>, part: number): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length * part)] ?? Number.NaN

/**
 * The exponent of growth: the slope of the line that fits the logarithms of the points best. 1 is linear growth, 2 is
 * quadratic growth.
 */
export const growthExponent = (points: ReadonlyArray<readonly [size: number, cost: number]>): number => {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const mean = (of: (log: readonly [number, number]) => number) =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length
  const [size, cost] = [mean(([x]) => x), mean(([, y]) => y)]
  return mean(([x, y]) => (x - size) * (y - cost)) / mean(([x]) => (x - size) ** 2)
}
