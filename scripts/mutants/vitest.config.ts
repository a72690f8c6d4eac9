import { resolve } from "node:path"
import { defineConfig } from "vitest/config"

const { MUTANTS_TESTS: include = "test/{unit,mistakes,golden,corpus,system/transcripts}/**/*.test.ts" } = process.env

/** Stryker notes which test reaches which mutant, so that tests run one after the other. */
export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: {
    include: [include],
    globalSetup: ["test/globalSetup.ts", "test/system/globalSetup.ts"],
    setupFiles: "test/propertySeed.ts",
    // Where Stryker sees what they reach. They change the folder of the process, which threads cannot.
    env: { COMMANDS: "in-process" },
    pool: "forks",
    disableConsoleIntercept: true,
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})
