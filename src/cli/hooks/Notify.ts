import * as Effect from "effect/Effect"
import * as Options from "../options/Options.ts"
import { keysTrustedKeyOption, trustedKeyOption } from "../options/Trust.ts"
import { adminOptions } from "../serve/ServeOptions.ts"
import { ledgerOptions, outboundOptions, serviceOption } from "./HookOptions.ts"

/** The options of `taxonomy notify`. */
export const notifyOptions = {
  service: serviceOption,
  releases: Options.releasesOption,
  trustedKey: trustedKeyOption,
  ...ledgerOptions,
  keysTrustedKey: keysTrustedKeyOption,
  ...outboundOptions,
  parallel: Options.withRange(Options.textOptionOr("parallel", "Messages that are sent at a time", "64"), {
    noun: "a number",
    minimum: 1,
    maximum: 1000
  }),
  timeout: Options.withRange(Options.textOptionOr("timeout", "Seconds that a receiver may take to answer", "15"), {
    noun: "a number of seconds",
    minimum: 1,
    maximum: 30
  }),
  ...adminOptions("/metrics and /live")
}

/** `taxonomy notify`: delivers what is published to all hooks, until a signal. */
export const notifyCommand = Options.makeCommand("notify", notifyOptions, {
  "taxonomy notify --service https://licensing.example/api/taxonomy": "Deliver what is published in releases/",
  "taxonomy notify --service https://licensing.example/api/taxonomy --hooks postgres://taxonomy@db/taxonomy --keys postgres://taxonomy@db/taxonomy":
    "Share the work with other notifiers"
})(function* (input) {
  // Help and completions need nothing of it.
  const { runNotify } = yield* Effect.promise(() => import("./RunNotify.ts"))
  yield* runNotify(input)
})
