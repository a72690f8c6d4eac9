import * as Command from "effect/cli/Command"
import { changeKey } from "./ChangeKey.ts"
import { issueKey } from "./IssueKey.ts"
import { listKeys } from "./ListKeys.ts"
import { signKeys } from "./log/SignKeys.ts"
import { verifyKeys } from "./log/VerifyKeys.ts"
import { migrateKeys } from "./MigrateKeys.ts"
import { revokeKey } from "./RevokeKey.ts"
import { rotateKey } from "./RotateKey.ts"
import { showKey } from "./ShowKey.ts"

/** `taxonomy keys`: the operator's commands for API keys (service spec, section 5). */
export const keysCommand = Command.make("keys").pipe(
  Command.withDescription("Issue, rotate, change, revoke and list API keys, and sign their ledger"),
  Command.withExamples([
    { command: "taxonomy keys list", description: "List all keys" },
    { command: "taxonomy keys issue --help", description: "Show the options for issuing a key" }
  ]),
  Command.withSubcommands([
    issueKey,
    listKeys,
    showKey,
    rotateKey,
    changeKey,
    revokeKey,
    signKeys,
    verifyKeys,
    migrateKeys
  ])
)
