// Sends mixed requests to real servers while releases are published, keys revoked, clocks set and databases lost. Prints
// minutes and events as they come, then the whole run. Exits with 1 at the first answer that no rule explains.
// Run it as `npm run soak -- --minutes 6`.
import { randomInt } from "node:crypto"
import { writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { helpSection } from "./HelpSection.ts"
import { selectEvents } from "./soak/events/EventRegistry.ts"
import { renderEnd } from "./soak/report/RenderReport.ts"
import { runSoak } from "./soak/RunSoak.ts"
import { exitOnSignals } from "./soak/services/ServiceProcess.ts"
import { parseSoakOptions, type SoakOptions } from "./soak/SoakOptions.ts"

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const readOptions = (): SoakOptions => {
  try {
    const options = parseSoakOptions(process.argv.slice(2), randomInt(2 ** 31))
    selectEvents(options.events)
    return options
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  }
}

const help = helpSection(process.argv.slice(2), "Add a fault to the soak test")
if (help !== undefined) {
  print(help)
  process.exit(0)
}
exitOnSignals()
const options = readOptions()
print(`Seed ${options.seed}`)
const report = await Effect.runPromise(runSoak(options, print))
print(renderEnd(report))
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
// Connections of the key store may still be about to end.
process.exit(report.problem === undefined ? 0 : 1)
