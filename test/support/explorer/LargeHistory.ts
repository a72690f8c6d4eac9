import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { siteCommand } from "../../../src/cli/read/Explore.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { publishRelease } from "../../system/server/releases.ts"
import { runInProcess } from "../InProcess.ts"
import { temporaryFolder } from "../Repository.ts"

/** Publishes a taxonomy with a dimension of very many values, and returns the folder of its site. */
export const makeLargeSite = async (values: number): Promise<string> => {
  const folder = await temporaryFolder()
  const releases = join(folder, "releases")
  await Effect.runPromise(
    publishRelease(releases, "1.0.0", largeTaxonomy(values), "2025-01-10T12:00:00Z").pipe(
      Effect.provide(NodeServices.layer)
    )
  )
  const site = join(folder, "site")
  const { code, stdout } = await runInProcess(siteCommand, ["--out", site, "--releases", releases])
  if (code !== 0) throw new Error(stdout)
  return site
}

const largeTaxonomy = (values: number): Taxonomy => ({
  namespace: "large",
  title: "Goods",
  description: "Very many goods.",
  dimensions: [
    {
      name: "goods",
      label: "Goods",
      description: "What is sold.",
      shape: "multiple",
      required: true,
      values: Array.from({ length: values }, (_, number) => {
        const digits = String(number).padStart(6, "0")
        return {
          code: `GOOD_${digits}`,
          label: `${colors[number % colors.length]} good ${number}`,
          description: `What the good of number ${number} stands for, described at the usual length.`
        }
      })
    }
  ],
  licenses: [],
  rules: []
})

const colors = ["Amber", "Blue", "Crimson", "Denim", "Emerald", "Fuchsia", "Green"]
