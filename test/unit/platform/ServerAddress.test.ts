import { assert, describe, it } from "@effect/vitest"
import { isServerAddress } from "../../../src/platform/ServerAddress.ts"

describe("isServerAddress", () => {
  it.each([
    "postgres://user@db/name",
    "POSTGRESQL://db",
    " redis://cache",
    '"postgres://db/name"',
    "postgres:/db/name",
    "jdbc:postgresql://db/name",
    "jdbc:oracle:thin:@db",
    "s3://bucket/folder",
    "127.0.0.1:5432/name",
    "db:5432",
    "[::1]:5432/name",
    "user:password@db/name",
    "user@db/name",
    "host=db dbname=name",
    "service=name",
    "Server=db;Database=name"
  ])("is true for %j", (text) => {
    assert.isTrue(isServerAddress(text))
  })

  it.each([
    "",
    "var/keys.ndjson",
    "./postgres://db/name",
    "../db:5432",
    "/srv/a@b:5432/host=db",
    "C:keys.ndjson",
    "C:\\releases",
    "export-10:30.csv",
    "me@home.ndjson",
    "dt=2027-01-01/releases",
    "-"
  ])("is false for %j", (text) => {
    assert.isFalse(isServerAddress(text))
  })
})
