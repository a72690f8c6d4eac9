import { describe, it } from "vitest"
import {
  CommitNotFound,
  fromGitOutput,
  missingContent,
  NotInRepository,
  silentFailure,
  gitEnvironment
} from "../../../src/git/Git.ts"

const byHand = "Run the same git command by hand to see the cause."
const commitHelp = "Name an existing branch, tag or commit. In a new repository, commit the sources first."

describe("what git prints", () => {
  it.for([
    [
      "fatal: not a git repository (or any of the parent directories): .git",
      "The sources are not in a git repository. Releases are made from commits: run git init and commit the sources, or set another folder with --src."
    ],
    ["fatal: ambiguous argument 'v9^{commit}': unknown revision", `Commit not found: v9. ${commitHelp}`],
    ["fatal: Not a valid object name v9^{commit}", `Commit not found: v9. ${commitHelp}`],
    ["fatal: bad revision 'HEAD'", `Commit not found. ${commitHelp}`],
    ["Error: spawn git EACCES", "No permission to enter /project. Run as a user who has access."],
    ["Error: spawn git ENOENT", "git was not found. Install git, or add it to the PATH."],
    [
      "fatal: detected dubious ownership in repository at '/project'",
      "The repository belongs to another user, so git does not trust it. Run git config --global --add safe.directory with the path of the repository."
    ],
    ...[
      "Author identity unknown",
      "Committer identity unknown",
      "fatal: unable to auto-detect email address",
      "fatal: empty ident name (for <>) not allowed"
    ].map(
      (output) =>
        [
          output,
          "git does not know the author of the commit. Set your name and address with git config user.name and git config user.email. Then run this command again: it continues where it stopped."
        ] as const
    ),
    [
      "fatal: Unable to create '/a b/.git/index.lock': File exists.\n\nAnother git process seems to be running",
      "git commit failed: fatal: Unable to create '/a b/.git/index.lock': File exists. Another git process works in the repository, or was killed there. If none works there, remove the file. Then run this command again: it continues where it stopped."
    ],
    ["fatal: disk full\nhint: buy another", `git commit failed: fatal: disk full. ${byHand}`]
  ] as const)("%s: is explained", ([output, message], { expect }) => {
    expect(fromGitOutput("commit", output, { folder: "/project", option: "--src" }).message).toBe(message)
  })

  // Its .git file points nowhere, and another folder would not help.
  it("is repeated if the repository is broken", ({ expect }) => {
    const output = "fatal: not a git repository: /gone/.git"
    expect(fromGitOutput("status", output, { folder: "/project", option: "--src" }).message).toBe(
      `git status failed: ${output}. ${byHand}`
    )
  })
})

describe("an error of git", () => {
  it.for([
    [
      new NotInRepository({ folder: "/project/releases", option: "--releases" }),
      "The releases in /project/releases are not in a git repository, so there is no older copy to compare with. Set another folder with --releases."
    ],
    [new CommitNotFound({ revision: "v9" }), `Commit not found: v9. ${commitHelp}`],
    [new CommitNotFound({ revision: undefined }), `Commit not found. ${commitHelp}`],
    [
      missingContent("taxonomy-src/a.yaml"),
      "git cannot find the committed content of taxonomy-src/a.yaml. Fetch the complete repository, or run git fsck to list missing objects."
    ],
    [
      silentFailure("commit", undefined),
      "git commit was killed. Run this command again: it continues where it stopped."
    ],
    [
      silentFailure("commit", "1"),
      "git commit ended with exit code 1 and no message. A hook can have refused it. Run the same git command by hand to see the cause."
    ]
  ] as const)("says what to do: %s", ([error, message], { expect }) => {
    expect(error.message).toBe(message)
  })
})

describe("the environment of git", () => {
  it("contains no private key, whatever it signs", ({ expect }) => {
    const secrets = ["TAXONOMY_LOG_KEY", "TAXONOMY_KEYS_LOG_KEY", "TAXONOMY_WITNESS_KEY"]
    const environment = Object.fromEntries(secrets.map((name) => [name, "PRIVATE+KEY+example.com/a+00000000+AA=="]))
    expect(gitEnvironment({ ...environment, PATH: "/usr/bin" })).toEqual({ PATH: "/usr/bin", LANGUAGE: "C" })
  })
})
