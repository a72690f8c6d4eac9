import { describe } from "@effect/vitest"
import { describeWithPostgres, postgresLedger } from "./Postgres.ts"
import { sealContract } from "./sealContract.ts"
import { fileLedger } from "./TestLedger.ts"

describe("a long key ledger in a file", () => {
  sealContract(fileLedger)
})

describeWithPostgres("a long key ledger in PostgreSQL", () => {
  sealContract(postgresLedger)
})
