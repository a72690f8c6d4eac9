/** A whole number above 0 that the command line of a benchmark gives: its name, its place and what it is by default. */
export const countOf = (name: string, place: number, byDefault: number): number => {
  const text = process.argv[2 + place]
  if (text === undefined) return byDefault
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  process.stderr.write(`The number of ${name} is not a whole number above 0: ${text}\n`)
  return process.exit(2)
}
