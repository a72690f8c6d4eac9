/** Gathers lines for 50 ms at most, or 16 kB, and writes them to stderr together, as our own server does. */
export const writeLine = (line: string): void => {
  gathered += line
  if (gathered.length > 16_384) flush()
  else timer ??= setTimeout(flush, 50)
}

let gathered = ""
let timer: ReturnType<typeof setTimeout> | undefined

const flush = (): void => {
  clearTimeout(timer)
  timer = undefined
  process.stderr.write(gathered)
  gathered = ""
}
