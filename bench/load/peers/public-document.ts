// Bare `node:http` with one document for everybody, of as many bytes as the first argument says.
import { createServer } from "node:http"

const body = Buffer.alloc(Number(process.argv[2]), "x")

const server = createServer((_, response) => {
  response.writeHead(200, { "Content-Type": "text/html", "Content-Length": String(body.length) })
  response.end(body)
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`)
})
