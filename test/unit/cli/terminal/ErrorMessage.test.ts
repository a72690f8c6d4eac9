import { describe, it } from "vitest"
import { maskSecrets } from "../../../../src/cli/terminal/ErrorMessage.ts"

describe("values of options", () => {
  it.for([
    ["redis://:secret@cache:6379/0", "redis://:***@cache:6379/0"],
    ["rediss://user:secret@cache", "rediss://user:***@cache"],
    ["postgres://user:sec%40ret@db/name", "postgres://user:***@db/name"],
    ["postgres://user:se/cr?et#@db/name", "postgres://user:***@db/name"],
    ["postgres://user:s@cret@db/name", "postgres://user:***@db/name"],
    [
      "postgres://db/name?user=a&password=secret&sslmode=disable",
      "postgres://db/name?user=a&password=***&sslmode=disable"
    ],
    ["postgres://db/name?sslpassword=secret", "postgres://db/name?sslpassword=***"],
    ["jdbc:postgresql://user:secret@db/name", "jdbc:postgresql://user:***@db/name"],
    ["user:secret@db:5432/name", "user:***@db:5432/name"],
    ["host=db password=secret user=a", "host=db password=*** user=a"],
    ["Server=db;Password='se;cret';Database=name", "Server=db;Password=***;Database=name"],
    ["https://user:secret@licensing.example/upgrade", "https://user:***@licensing.example/upgrade"],
    ["PRIVATE+KEY+example.com/log+1234+secret", "PRIVATE+KEY+***"],
    ["nil_0123456789abcdefABCDEF0123456789", "nil_01234567…"]
  ] as const)("are shown without their secrets: %s", ([value, shown], { expect }) => {
    expect(maskSecrets(value)).toBe(shown)
  })

  it.for([
    "memory",
    "var/keys.ndjson",
    "postgres://user@db:5432/name?sslmode=verify-full",
    "redis://cache:6379",
    "https://licensing.example:8443/upgrade?from=a@b",
    "db:5432/name",
    "licensing@studio.example",
    "example.com/log+1234+AbCd"
  ])("without secrets are shown as they are: %s", (value, { expect }) => {
    expect(maskSecrets(value)).toBe(value)
  })
})
