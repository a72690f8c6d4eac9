import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { KeyLocationInvalid, type KeyLedgerBackend } from "../KeyLedgerLocation.ts"
import { migratePostgres } from "./PostgresClient.ts"
import { postgresKeyLedger } from "./PostgresKeyLedger.ts"
import { parsePostgresUrl } from "./PostgresUrl.ts"

export const postgresBackend: KeyLedgerBackend = Effect.fnUntraced(function* (location) {
  const invalid = (reason: string) => new KeyLocationInvalid({ reason })
  const url = yield* Effect.mapError(Effect.fromResult(parsePostgresUrl(location)), invalid)
  const { rootCertificate } = url
  const authorities =
    rootCertificate === undefined
      ? undefined
      : yield* (yield* FileSystem.FileSystem)
          .readFileString(rootCertificate)
          .pipe(Effect.mapError(() => invalid(`The certificate ${rootCertificate} in sslrootcert cannot be read`)))
  const database = { ...url, authorities }
  return {
    hasPassword: url.hasPassword,
    ledger: postgresKeyLedger(database),
    migrate: Effect.map(migratePostgres(database), ({ length }) => length)
  }
})
