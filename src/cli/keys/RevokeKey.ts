import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { plainFormatOption } from "../options/Options.ts"
import { identifierArgument, keysOption, lineOption } from "./KeyOptions.ts"
import { actorOption } from "./KeyTermsOptions.ts"

const revokeKeyOptions = {
  identifier: identifierArgument,
  reason: lineOption("reason", "Reason for the revocation", "Reason"),
  yes: toggleOption("yes", "Skip the confirmation"),
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

export type RevokeKeyInput = Command.Command.Config.Infer<typeof revokeKeyOptions>

/** `taxonomy keys revoke`: ends a key permanently (service spec, 5.5). */
export const revokeKey = Command.make(
  "revoke",
  revokeKeyOptions,
  lazyHandler(async () => (await import("./RunRevokeKey.ts")).runRevokeKey)
).pipe(
  Command.withDescription("Revoke an API key permanently. Running servers reject it within a second"),
  Command.withExamples([
    {
      command: 'taxonomy keys revoke nil_AbCdEfGh --reason "Reported as leaked"',
      description: "Confirm the revocation on a terminal"
    },
    { command: "taxonomy keys revoke nil_AbCdEfGh --reason Rotated --yes", description: "Revoke without confirmation" }
  ])
)
