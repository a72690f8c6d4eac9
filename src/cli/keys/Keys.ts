import * as Command from "effect/cli/Command"
import { issueKey } from "./IssueKey.ts"
import { listKeys } from "./ListKeys.ts"
import { revokeKey } from "./RevokeKey.ts"
import { rotateKey } from "./RotateKey.ts"
import { showKey } from "./ShowKey.ts"

/** `taxonomy keys`: what the operator does when a requester writes (service spec, section 5). */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Issue, rotate, revoke and list API keys"),
  Command.withSubcommands([issueKey, listKeys, showKey, rotateKey, revokeKey])
)
