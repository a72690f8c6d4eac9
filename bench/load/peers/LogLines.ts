/** Collects lines for at most 50 ms or 16 kB and writes them to stderr together, like `taxonomy serve`. */
export const writeLine = (line: string): void => {
  pending += line
  if (pending.length > 16_384) flush()
  else timer ??= setTimeout(flush, 50)
}

let pending = ""
let timer: ReturnType<typeof setTimeout> | undefined

const flush = (): void => {
  clearTimeout(timer)
  timer = undefined
  process.stderr.write(pending)
  pending = ""
}
