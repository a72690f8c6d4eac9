import { compareReaders } from "../test/support/PlainYamlOracle.ts"
import { makeCorpus } from "../test/support/YamlCorpus.ts"
import { makeRandom, mutateYaml } from "../test/support/YamlMutator.ts"

// Compares the plain reader with the YAML parser on COUNT mutated texts: node scripts/fuzz-plain-yaml.ts COUNT [SEED].
// A text depends on its seed alone, so that a difference can be shown again with COUNT 1.
const [count = 100_000, firstSeed = 1] = process.argv.slice(2).map(Number)
const pickText = makeCorpus()
const found = { Equal: 0, Rejected: 0, Different: 0 }
for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
  const random = makeRandom(seed)
  const comparison = compareReaders(mutateYaml(random, pickText(random), pickText(random)))
  found[comparison._tag] += 1
  if (comparison._tag === "Different") process.stdout.write(`${JSON.stringify({ seed, ...comparison })}\n`)
}
const { user, system } = process.cpuUsage()
process.stdout.write(
  `${count} texts from seed ${firstSeed}: ${found.Equal} equal, ${found.Rejected} rejected, ` +
    `${found.Different} different, ${Math.round((user + system) / 1e6)} s of CPU time\n`
)
process.exitCode = found.Different > 0 ? 1 : 0
