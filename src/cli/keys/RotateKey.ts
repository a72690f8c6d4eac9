import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { plainFormatOption } from "../options/Options.ts"
import { identifierArgument, keysOption } from "./KeyOptions.ts"
import { actorOption, successorExpiresOption } from "./KeyTermsOptions.ts"

const rotateKeyOptions = {
  identifier: identifierArgument,
  expires: successorExpiresOption,
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

export type RotateKeyInput = Command.Command.Config.Infer<typeof rotateKeyOptions>

/** `taxonomy keys rotate`: issues the successor that replaces a key (service spec, 5.4). */
export const rotateKey = Command.make(
  "rotate",
  rotateKeyOptions,
  lazyHandler(async () => (await import("./RunRotateKey.ts")).runRotateKey)
).pipe(
  Command.withDescription("Issue the successor of an API key. The old key stays active until it is revoked"),
  Command.withExamples([
    { command: "taxonomy keys rotate nil_AbCdEfGh", description: "Issue a successor for the same holder" }
  ])
)
