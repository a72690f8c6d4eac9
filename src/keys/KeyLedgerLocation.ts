import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { usageError } from "../cli/CommandRefused.ts"
import type { RandomBytes } from "../domain/keys/ApiKey.ts"
import { hideFromProcessList, quoteShellWord } from "../platform/CommandLine.ts"
import { fileKeyLedger } from "./file/FileKeyLedger.ts"
import { KeyStore } from "./KeyStore.ts"
import { postgresLocation } from "./postgres/PostgresLocation.ts"

/** The store that `--keys` names: a file, or a database by its URL. */
export const keyStoreAt = (location: string, randomBytes?: RandomBytes) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (location === "") return yield* usageError("--keys names no file")
      const database = yield* databaseOf(location)
      if (database === undefined) return KeyStore.layer(randomBytes).pipe(Layer.provide(fileKeyLedger(location)))
      const { postgresKeyLedger } = yield* postgres
      return KeyStore.layer(randomBytes).pipe(Layer.provide(postgresKeyLedger(database)))
    })
  )

/** What to add to a command that is to use the same keys, without what is secret about them. */
export const keysOptionHint = (given: string, shown: string, usual: string): string =>
  given === usual ? "" : ` --keys ${quoteShellWord(shown)}`

/** The database that `--keys` names; nothing where it names a file. */
export const databaseOf = Effect.fnUntraced(function* (location: string) {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(location)?.[1]?.toLowerCase()
  if (scheme === undefined) {
    // Otherwise it would be a file of that name, and hold the password.
    if (/^postgres(?:ql)?:/i.test(location)) return yield* usageError("The URL of a PostgreSQL begins with postgres://")
    return undefined
  }
  // The URL itself is not repeated, since it may hold a password.
  if (scheme !== "postgres" && scheme !== "postgresql") {
    return yield* usageError(`--keys takes a file or a URL of PostgreSQL; ${scheme}:// is not supported`)
  }
  const database = yield* Effect.mapError(Effect.fromResult(postgresLocation(location)), usageError)
  if (database.hasPassword) hideFromProcessList(location)
  const { rootCertificate } = database
  if (rootCertificate === undefined) return { ...database, authorities: undefined }
  const fs = yield* FileSystem.FileSystem
  const authorities = yield* fs
    .readFileString(rootCertificate)
    .pipe(Effect.mapError(() => usageError(`The certificate ${rootCertificate} that sslrootcert names cannot be read`)))
  return { ...database, authorities }
})

/** Loaded for databases only: the client takes as long to load as the whole of a command that needs none. */
export const postgres = Effect.promise(() => import("./postgres/PostgresKeyLedger.ts"))
