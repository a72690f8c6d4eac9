import * as Command from "effect/cli/Command"
import { issueKey } from "./IssueKey.ts"
import { listKeys } from "./ListKeys.ts"
import { migrateKeys } from "./MigrateKeys.ts"
import { revokeKey } from "./RevokeKey.ts"
import { rotateKey } from "./RotateKey.ts"
import { showKey } from "./ShowKey.ts"

/** `taxonomy keys`: what the operator does when a requester writes (service spec, section 5). */
export const keys = Command.make("keys").pipe(
  Command.withDescription("Issue, rotate, revoke and list API keys"),
  Command.withExamples([
    { command: "taxonomy keys list", description: "Which keys there are" },
    { command: "taxonomy keys issue --help", description: "How to issue one" }
  ]),
  Command.withSubcommands([issueKey, listKeys, showKey, rotateKey, revokeKey, migrateKeys])
)
