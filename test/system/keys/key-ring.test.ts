import { describe } from "@effect/vitest"
import { describeWithPostgres, postgresLedger } from "./Postgres.ts"
import { keyRingContract } from "./ringContract.ts"
import { fileLedger } from "./TestLedger.ts"

describe("the key ring over a file", () => {
  keyRingContract(fileLedger)
})

describeWithPostgres("the key ring over PostgreSQL", () => {
  keyRingContract(postgresLedger)
})
