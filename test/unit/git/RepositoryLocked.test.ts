import { describe, it } from "vitest"
import { RepositoryLocked } from "../../../src/git/RepositoryLocked.ts"

const again = "Then run this command again: it continues where it stopped."
const lock = "/project/.git/index.lock"
const messageOf = (since: string | undefined, processes: ReadonlyArray<number> | undefined) =>
  new RepositoryLocked({ lock, since, processes }).message

describe("the message about a lock", () => {
  it("names all git processes that can hold it", ({ expect }) => {
    expect(messageOf("2026-05-01T10:00:00Z", [12, 34])).toBe(
      `The repository has been locked since 2026-05-01T10:00:00Z with the file ${lock}. At work in the repository: git processes 12, 34. Wait until they have ended. ${again}`
    )
  })

  it("leaves the decision to the user where the processes are unknown", ({ expect }) => {
    expect(messageOf("2026-05-01T10:00:00Z", undefined)).toBe(
      `The repository has been locked since 2026-05-01T10:00:00Z with the file ${lock}. Whether a git process works in the repository could not be found out: if none does, remove the lock with rm ${lock}. ${again}`
    )
  })

  it("asks for no removal of a lock that is gone", ({ expect }) => {
    expect(messageOf(undefined, [])).toBe(`Another git process had locked the repository, and has ended. ${again}`)
  })
})
