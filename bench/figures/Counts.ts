const { BENCH_SIZE } = process.env

/** The usual size of what is measured, or with `BENCH_SIZE=smallest` one that only shows that the benchmark works. */
export const sizeOf = <Size>(usual: Size, smallest: Size): Size => (BENCH_SIZE === "smallest" ? smallest : usual)

/** A whole number above 0 that the command line of a benchmark gives: its name, its place and what it is by default. */
export const countOf = (name: string, place: number, byDefault: number): number => {
  const text = process.argv[2 + place]
  if (text === undefined) return sizeOf(byDefault, 1)
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  process.stderr.write(`The number of ${name} is not a whole number above 0: ${text}\n`)
  return process.exit(2)
}
