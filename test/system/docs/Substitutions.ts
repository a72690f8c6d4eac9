import { chmod, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { nodeProgram } from "../../support/CommandServer.ts"
import { root } from "./Documents.ts"

/** The substitutions that adapt a document to the machine of the test. */
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
  /** Where the releases of the project are published. */
  readonly origin: string
}

/** Adapts a block of commands to this machine. */
export const commandsFor = (text: string, { database, origin, redis, ...places }: Places): string =>
  shownFor(text, places)
    // A reader copies the key from the output.
    .replaceAll("nil_…", places.key)
    // Test services.
    .replaceAll("postgres://taxonomy@db.internal/taxonomy", database)
    .replaceAll("redis://cache.internal:6379", redis)
    .replaceAll(documentedOrigin, origin)

/** Adapts the output or the file of a block to this machine. */
export const shownFor = (
  text: string,
  { adminPort, front, key, machine, port }: Omit<Places, "database" | "origin" | "redis">
): string =>
  text
    // Free ports.
    .replaceAll("8000", String(front))
    .replaceAll("8080", String(port))
    .replaceAll("8081", String(adminPort))
    // The prefix of the last key.
    .replaceAll("nil_AbCdEfGh", key.slice(0, "nil_AbCdEfGh".length))
    // Folders of the test.
    .replaceAll(/(?<![\w.$}/-])\/(?=(?:etc|opt|srv|var)\/)/g, `${machine}/`)

/** The repository in documents. Git maps it to the repository of the test (`insteadOf`). */
export const documentedRepository = "https://git.example.org/taxonomy.git"

/** The address of the releases in documents. */
export const documentedOrigin = "https://releases.example.org"

const nobody = 65_534

/** Replacements of programs, first in the `PATH`. */
const programs = {
  npm: `case "$*" in
  # The dependencies are installed already.
  ci | "ci "*) ln -sfn ${root}node_modules node_modules ;;
  # This test is part of the suite.
  test) exec "$NODE" node_modules/vitest/vitest.mjs --version ;;
  # test/system/client/package.test.ts tests the package.
  "run pack:client") mkdir -p dist/package && cd dist && echo '{"name":"@nil-licensing/client","version":"0.1.0"}' > package/package.json && tar -czf nil-licensing-client-0.1.0.tgz package ;;
  # test/system/deploy/tarball.test.ts tests the package.
  "run pack:server") mkdir -p dist && cp "$SERVER_PACKAGE" dist/ ;;
  # It would change the version of this project.
  "run version:software") test -f package.json ;;
  # npm does not pass signals on and is slow to start.
  start) exec node bin/taxonomy.js start ;;
  *) exec "$NPM" "$@" ;;
esac`,
  node: nodeProgram,
  // The user of the tests acts as root. If it is root, nobody acts as the user of the server.
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
  // Runs the commands of units as their users with what the units set, the last one in the foreground, and nginx.
  systemctl: `said() {
  sed -n "s/^$1=//p" "$MACHINE/etc/systemd/system/\${unit/@*/@}.service" | sed "s/%i/\${unit#*@}/g" |
    sed -E -e "s#(^|[ =-])/(etc|opt|var)/#\\1$MACHINE/\\2/#g" -e "s/8081/$ADMIN_PORT/"
}
prepare() {
  unit=$1
  cd "$(said WorkingDirectory)"
  while read -r variable; do
    case "$variable" in NODE_COMPILE_CACHE=*) ;; *) export "\${variable?}" ;; esac
  done < <(said Environment)
  while read -r file; do
    if [ -e "\${file#-}" ]; then set -a; source "\${file#-}"; set +a; fi
  done < <(said EnvironmentFile)
  before=$(said ExecStartPre)
  if [ -n "$before" ]; then sudo -u "$(said User)" node \${before#* }; fi
}
run() {
  read -r _ arguments <<< "$(said ExecStart)"
  exec sudo -u "$(said User)" node $arguments
}
case "$*" in
  daemon-reload) unit=taxonomy-mirror; said ExecStart > /dev/null ;;
  "enable --now "*)
    shift 2
    while [ $# -gt 1 ]; do (prepare "$1"; run &); shift; done
    prepare "$1" && run ;;
  # test/system/server/haproxy.test.ts runs it.
  "reload haproxy") ;;
  "reload nginx") nginx > /dev/null 2>&1 ;;
  *) exit 1 ;;
esac`,
  haproxy: 'test -x /usr/sbin/haproxy || exit 0; exec /usr/sbin/haproxy "$@"',
  nginx: 'exec "$NGINX_PROGRAM" -e stderr -p "$MACHINE" -c "$MACHINE/etc/nginx/nginx.conf" "$@"'
} as const

/** Writes the replacements into a folder. */
export const writePrograms = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/usr/bin/env bash\nset -eu\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
}
