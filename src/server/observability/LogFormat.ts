import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { maskApiKeys } from "../../domain/keys/ApiKey.ts"

/** The levels of lines in the log. */
export type LogLevel = "DEBUG" | "INFO" | "WARN" | "ERROR"

/**
 * Formats what the server says of itself as a line in the form of the request log: one flat JSON object, in which
 * annotations are members beside the message. API keys are masked, since a cause may quote anything.
 */
export const serverLogFormat: Logger.Logger<unknown, string> = Logger.make(
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

/** Shortens a text, masks API keys and replaces what is not printable ASCII. */
export const sanitizeLogText = (text: string, maxLength: number): string =>
  maskApiKeys(text.slice(0, maxLength)).replaceAll(/[^\x20-\x7e…]/g, "?")

const toText = (part: unknown): string =>
  typeof part === "string" ? part : part instanceof Error ? part.message : (JSON.stringify(part) ?? String(part))

const levels: Partial<Record<string, LogLevel>> = { Fatal: "ERROR", Error: "ERROR", Warn: "WARN", Info: "INFO" }
