#!/usr/bin/env node
import * as Command from "effect/cli/Command"
import { check } from "./cli/Check.ts"
import { runCommand } from "./cli/Run.ts"
import { verifyCommand } from "./cli/VerifyCommand.ts"

const taxonomy = Command.make("taxonomy").pipe(
  Command.withDescription("Publish, verify and serve the releases of a licensing taxonomy"),
  Command.withSubcommands([check, verifyCommand])
)

runCommand(taxonomy)
