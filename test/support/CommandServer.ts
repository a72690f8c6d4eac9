import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import * as Schema from "effect/Schema"
import { executeWarm } from "./CommandLine.ts"

/**
 * Starts a server that runs commands in a running process, which takes a fraction of the time of a process of their own, and
 * returns its address. A request consists of the folder, the program, the number of arguments, the arguments and the
 * environment, each with a NUL character behind it. The first line of the response is the exit code and the number of bytes
 * of the standard output, which follows; the standard error is the rest.
 */
export const startCommandServer = async (): Promise<string> => {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const [cwd = "", program, count, ...rest] = body.split("\0").slice(0, -1)
      const args = rest.slice(0, Number(count))
      const env = Object.fromEntries(rest.slice(args.length).map((entry) => separate(entry)))
      const { code, stderr, stdout } = await executeWarm({ program: decodeProgram(program), args, cwd, env })
      response.end(`${code ?? 255} ${Buffer.byteLength(stdout)}\n${stdout}${stderr}`)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  server.unref()
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port")
  return `http://127.0.0.1:${address.port}`
}

const separate = (entry: string): readonly [string, string] => {
  const at = entry.indexOf("=")
  return [entry.slice(0, at), entry.slice(at + 1)]
}

const decodeProgram = Schema.decodeUnknownSync(Schema.Literals(["taxonomy", "build-release"]))

/**
 * A replacement of Node that sends the commands of a clone to the server at `$COMMAND_SERVER`: those that end by themselves,
 * read no input, and run as the user of the tests. It starts few processes, since documents and workflows have hundreds of
 * commands.
 */
export const nodeProgram = `case "\${1-}" in
  bin/taxonomy.js | bin/build-release.js) ;;
  *) exec "$NODE" "$@" ;;
esac
case " $* " in *" serve "* | *" start "* | *" explore "* | *" --watch "* | *" --follow "*) exec "$NODE" "$@" ;; esac
# The programs of a package are run as they are.
if [ -p /dev/stdin ] || [ -f /dev/stdin ] || [ "$EUID" != "$COMMAND_USER" ] || [[ "$(< "$1")" != "await import"* ]]; then
  exec "$NODE" "$@"
fi
program=\${1##*/}
program=\${program%.js}
shift
{ printf '%s\\0' "$PWD" "$program" "$#" "$@"; env -0; } |
  curl --silent --show-error --fail --data-binary @- "$COMMAND_SERVER" |
  { read -r code size; head --bytes "$size"; cat >&2; exit "$code"; }`
