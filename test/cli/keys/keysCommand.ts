import { keys } from "../../../src/cli/keys/Keys.ts"
import { runCommand } from "../../../src/cli/Run.ts"

// The keys commands as a process, with the exit codes and the messages of the whole program.
runCommand(keys)
