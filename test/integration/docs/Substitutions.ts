import { chmod, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { root } from "./Documents.ts"

/** What is put in the place of what documents say, since a test is not the machine that they speak of. */
export interface Places {
  readonly port: number
  readonly adminPort: number
  /** The port of nginx. */
  readonly front: number
  /** The folder that has what a machine has below `/`. */
  readonly machine: string
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

/** What a block prints, or writes into a file, on this machine. */
export const shownFor = (
  text: string,
  { adminPort, front, key, machine, port }: Omit<Places, "database" | "redis">
): string =>
  text
    // Ports that nobody else uses.
    .replaceAll("8000", String(front))
    .replaceAll("8080", String(port))
    .replaceAll("8081", String(adminPort))
    // The identifier of the last key.
    .replaceAll("nil_AbCdEfGh", key.slice(0, "nil_AbCdEfGh".length))
    // Folders of the test, which then needs no rights on others.
    .replaceAll(/(?<![\w.$}/-])\/(?=(?:etc|srv|var)\/)/g, `${machine}/`)

/** Where documents clone from. Git itself puts the repository of the test in its place. */
export const documentedRepository = "https://git.example.org/taxonomy.git"

const nobody = 65_534

/** Programs that stand before others of their name. */
const programs = {
  npm: `case "$*" in
  # What it would install is here.
  ci) ln -sfn ${root}node_modules node_modules ;;
  # The tests are running.
  test) exec node node_modules/vitest/vitest.mjs --version ;;
  # Done by test/integration/client/package.test.ts, with what is in it.
  "run pack:client") mkdir -p dist/package && cd dist && echo '{"name":"taxonomy-licensing-client","version":"0.1.0"}' > package/package.json && tar -czf taxonomy-licensing-client-0.1.0.tgz package ;;
  # npm does not pass signals on, and takes as long to start as what it starts.
  start) exec node bin/taxonomy.js start ;;
  *) exec "$NPM" "$@" ;;
esac`,
  // The same programs, without the start of npm.
  npx: 'program=$1; shift; exec node "$(git rev-parse --show-toplevel)/bin/$program.js" "$@"',
  // Whoever runs the tests stands for root. If that is root indeed, nobody stands for the user of the server.
  sudo: `user=root
if [ "$1" = -u ]; then user=$2; shift 2; fi
if [ "$user" = root ] || [ "$(id -u)" != 0 ]; then exec "$@"; fi
exec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups "$@"`,
  useradd: ":",
  install: `taken=()
while [ $# != 0 ]; do
  case "$1" in
    -o | -g) if [ "$(id -u)" = 0 ]; then taken+=("$1" ${nobody}); fi; shift 2 ;;
    *) taken+=("$1"); shift ;;
  esac
done
command -p install "\${taken[@]}"`,
  // Runs what the unit starts as the unit says, and nginx.
  systemctl: `said() { sed -n "s/^$1=//p" "$MACHINE/etc/systemd/system/taxonomy.service"; }
case "$*" in
  daemon-reload) said ExecStart > /dev/null ;;
  "enable --now taxonomy")
    cd "$(said WorkingDirectory)"
    read -r _ arguments <<< "$(said ExecStart)"
    exec sudo -u "$(said User)" node $arguments ;;
  "reload nginx") nginx > /dev/null 2>&1 ;;
  *) exit 1 ;;
esac`,
  nginx: 'exec "$NGINX_PROGRAM" -e stderr -p "$MACHINE" -c "$MACHINE/etc/nginx/nginx.conf" "$@"'
} as const

/** Writes the programs into a folder. */
export const writePrograms = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/usr/bin/env bash\nset -eu\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
}
