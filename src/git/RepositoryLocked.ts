import * as Schema from "effect/Schema"
import { Timestamp } from "../domain/ledger/Timestamp.ts"
import { quoteShellWord } from "../platform/CommandLine.ts"

/** git found a lock of another git process, which may have been killed since. */
export class RepositoryLocked extends Schema.TaggedError<RepositoryLocked>()("RepositoryLocked", {
  lock: Schema.String,
  /** When the lock was made; `undefined` if it is gone. */
  since: Schema.UndefinedOr(Timestamp),
  /** The git processes of this system that work in the repository; `undefined` if that is unknown. */
  processes: Schema.UndefinedOr(Schema.Array(Schema.Int))
}) {
  override get message() {
    const again = "Then run this command again: it continues where it stopped."
    const { lock, processes, since } = this
    if (since === undefined) return `Another git process had locked the repository, and has ended. ${again}`
    const left = `The repository has been locked since ${since} with the file ${lock}`
    const removal = `remove the lock with rm ${quoteShellWord(lock)}`
    if (processes === undefined)
      return `${left}. Whether a git process works in the repository could not be found out: if none does, ${removal}. ${again}`
    if (processes.length === 0)
      return `${left}. No git process on this system works in the repository. If none does on another machine or in another container, the one that made the lock was killed: ${removal}. ${again}`
    const [works, ends] = processes.length === 1 ? ["process", "it has"] : ["processes", "they have"]
    return `${left}. At work in the repository: git ${works} ${processes.join(", ")}. Wait until ${ends} ended. ${again}`
  }
}
