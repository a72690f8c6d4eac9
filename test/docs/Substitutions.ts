import { chmod, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { root } from "./Documents.ts"

/** What is put in the place of what documents say, since a test is not the machine that they speak of. */
export interface Places {
  readonly port: number
  readonly adminPort: number
  /** The last key that a command printed. */
  readonly key: string
  readonly database: string
  readonly redis: string
}

/** What a block of commands says, for this machine. */
export const commandsFor = (text: string, { database, redis, ...places }: Places): string =>
  shownFor(text, places)
    // A reader copies the key from what was printed.
    .replaceAll("nil_…", places.key)
    // The services of the tests.
    .replaceAll("postgres://taxonomy@db.internal/taxonomy", database)
    .replaceAll("redis://cache.internal:6379", redis)

/** What a block prints, on this machine. */
export const shownFor = (text: string, { adminPort, key, port }: Omit<Places, "database" | "redis">): string =>
  text
    // Ports that nobody else uses.
    .replaceAll("8080", String(port))
    .replaceAll("8081", String(adminPort))
    // The identifier of the last key.
    .replaceAll("nil_AbCdEfGh", key.slice(0, "nil_AbCdEfGh".length))

/** Where documents clone from. Git itself puts the repository of the test in its place. */
export const documentedRepository = "https://git.example.org/taxonomy.git"

/** Programs that stand before others of their name. */
const programs = {
  npm: `case "$*" in
  # What it would install is here.
  ci) ln -sfn ${root}node_modules node_modules ;;
  # The tests are running.
  test) exec node node_modules/vitest/vitest.mjs --version ;;
  # Done by test/client/package.test.ts, with what is in it.
  "run pack:client") mkdir -p dist/package && cd dist && echo '{"name":"taxonomy-licensing-client","version":"0.1.0"}' > package/package.json && tar -czf taxonomy-licensing-client-0.1.0.tgz package ;;
  # npm does not pass signals on, and takes as long to start as what it starts.
  start) exec node bin/taxonomy.js start ;;
  *) exec "$NPM" "$@" ;;
esac`,
  // The same programs, without the start of npm.
  npx: 'program=$1; shift; exec node "$(git rev-parse --show-toplevel)/bin/$program.js" "$@"'
} as const

/** Writes the programs into a folder. */
export const writePrograms = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/usr/bin/env bash\nset -eu\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
}
