import { parseArgs } from "node:util"

export interface SoakOptions {
  /** How long the load lasts. Without it, the run ends with the schedule. */
  readonly minutes: number | undefined
  readonly rounds: number
  readonly seed: number
  readonly connections: number
  readonly rate: number
  /** The names of events; all by default. */
  readonly events: ReadonlyArray<string> | undefined
  readonly gap: readonly [min: number, max: number]
  readonly hold: readonly [min: number, max: number]
  /** The file for the report as JSON. */
  readonly json: string | undefined
  /** The launcher of the server. */
  readonly program: string | undefined
}

/** The options of the command line. */
export const soakArguments = {
  minutes: { type: "string" },
  rounds: { type: "string" },
  seed: { type: "string" },
  events: { type: "string" },
  rate: { type: "string", default: "200" },
  connections: { type: "string", default: "16" },
  json: { type: "string" }
} as const

/** Parses them. Throws for an option that does not exist, or is not a number. */
export const parseSoakOptions = (args: ReadonlyArray<string>, randomSeed: number): SoakOptions => {
  const { values } = parseArgs({ args: [...args], options: soakArguments })
  const minutes = values.minutes === undefined && values.rounds === undefined ? "6" : values.minutes
  return {
    minutes: minutes === undefined ? undefined : toNumber("minutes", minutes),
    // More than fit into the minutes.
    rounds: values.rounds === undefined ? 1 + Math.ceil(Number(minutes)) : toNumber("rounds", values.rounds),
    seed: values.seed === undefined ? randomSeed : toNumber("seed", values.seed),
    connections: toNumber("connections", values.connections),
    rate: toNumber("rate", values.rate),
    events: values.events?.split(","),
    gap: [1, 4],
    hold: [3, 15],
    json: values.json,
    program: undefined
  }
}

const toNumber = (name: string, text: string): number => {
  const number = Number(text)
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new Error(`--${name} is not a number: ${text}`)
  return number
}
