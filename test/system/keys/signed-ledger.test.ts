import { describe } from "@effect/vitest"
import { describeWithPostgres, postgresLedger } from "./Postgres.ts"
import { signedLedgerContract } from "./signedContract.ts"
import { fileLedger } from "./TestLedger.ts"

describe("a signed key ledger in a file", () => {
  signedLedgerContract(fileLedger)
})

describeWithPostgres("a signed key ledger in PostgreSQL", () => {
  signedLedgerContract(postgresLedger)
})
