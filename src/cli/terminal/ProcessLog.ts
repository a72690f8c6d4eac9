import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { maskApiKeys } from "../../domain/keys/ApiKey.ts"

/**
 * Formats what a process says of itself as a line in the form of the request log: one flat JSON object, in which
 * annotations are members beside the message. API keys are masked, since a cause may quote anything.
 */
export const processLogFormat: Logger.Logger<unknown, string> = Logger.make(
  ({ cause, date, fiber, logLevel, message }) => {
    const texts = (Array.isArray(message) ? message : [message]).map(toText)
    return JSON.stringify({
      timestamp: date.toISOString(),
      level: levels[logLevel] ?? "DEBUG",
      message: maskApiKeys(texts.join(" ")),
      ...fiber.getRef(References.CurrentLogAnnotations),
      ...(cause.reasons.length === 0 ? {} : { cause: maskApiKeys(Cause.pretty(cause)) })
    })
  }
)

const toText = (part: unknown): string =>
  typeof part === "string" ? part : part instanceof Error ? part.message : (JSON.stringify(part) ?? String(part))

const levels: Partial<Record<string, string>> = { Fatal: "ERROR", Error: "ERROR", Warn: "WARN", Info: "INFO" }

/** The log of a process that runs for long, on stderr: JSON unless a person reads it on a terminal. */
export const processLog = process.stderr.isTTY
  ? Layer.merge(Logger.layer([Logger.consolePretty({ colors: hasColors() })]), Layer.succeed(Logger.LogToStderr, true))
  : Logger.layer([Logger.withConsoleError(processLogFormat)])

/** Effect's own test asks stdout, while the log goes to stderr. */
function hasColors(): boolean {
  const { NO_COLOR = "", TERM } = process.env
  return NO_COLOR === "" && TERM !== "dumb"
}
