import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { serverLogFormat } from "../../server/observability/RequestLog.ts"

/** The log of a process that runs for long, on stderr: JSON unless a person reads it on a terminal. */
export const processLog = process.stderr.isTTY
  ? Layer.merge(Logger.layer([Logger.consolePretty({ colors: hasColors() })]), Layer.succeed(Logger.LogToStderr, true))
  : Logger.layer([Logger.withConsoleError(serverLogFormat)])

/** Effect's own test asks stdout, while the log goes to stderr. */
function hasColors(): boolean {
  const { NO_COLOR = "", TERM } = process.env
  return NO_COLOR === "" && TERM !== "dumb"
}
