import { envelopeExample, licenseExample } from "../../../src/api/openapi/Examples.ts"
import {
  NetworkError,
  PathNotFound,
  RateLimitExceeded,
  RequestTimedOut,
  ServerError,
  UnexpectedAnswer
} from "../../../src/client/Package.ts"
import { response, type Answering } from "./HostileServer.ts"

/** Responses to a request for the license SAMPLE-PODCAST, and the expected results. */
const license = JSON.stringify(licenseExample)
export const sound = response("200 OK", license)
export const failed = response(
  "500 Internal Server Error",
  '{"error":"Internal Server Error","message":"no","request_id":"r-1"}'
)
const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

/** Sends the responses in order, and repeats the last one. */
export const inTurn =
  (...answers: ReadonlyArray<string>): Answering =>
  (socket, request) =>
    socket.write(answers[Math.min(request, answers.length) - 1] ?? "")

const reset: Answering = (socket) => socket.resetAndDestroy()

/** Responses that lead to the license, and the expected number of requests. */
export const results: ReadonlyArray<readonly [name: string, answering: Answering, requests: number]> = [
  ["a 500, then a 200", inTurn(failed, sound), 2],
  ["three times 500, then a 200", inTurn(failed, failed, failed, sound), 4],
  ["a 500 without JSON, then a 200", inTurn(response("500 Oh", "<html>", { "Content-Type": "text/html" }), sound), 2],
  ["a 500 that is another JSON, then a 200", inTurn(response("500 Oh", '{"oops":1}'), sound), 2],
  ["a 502 without JSON, then a 200", inTurn(response("502 Bad Gateway", "<html>", {}), sound), 2],
  ["a reset, then a 200", (socket, request) => (request === 1 ? reset : inTurn(sound))(socket, request), 2],
  [
    "a body that breaks off, then a 200",
    (socket, request) => {
      if (request > 1) return void socket.write(sound)
      socket.write(sound.slice(0, -10), () => socket.resetAndDestroy())
    },
    2
  ],
  ["a body in pieces", (socket) => sound.split(/(?=")/).forEach((piece) => socket.write(piece)), 1],
  ["a hint before the answer", inTurn(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${sound}`), 1],
  [
    "an answer with more than the contract has",
    inTurn(response("200 OK", JSON.stringify({ ...licenseExample, later: [1] }))),
    1
  ]
]

interface Failing {
  readonly error:
    | typeof NetworkError
    | typeof PathNotFound
    | typeof RateLimitExceeded
    | typeof RequestTimedOut
    | typeof ServerError
    | typeof UnexpectedAnswer
  readonly requests: number
  readonly says: string
}

/** Responses that lead to an error, its message, and the expected number of requests. */
export const failures: ReadonlyArray<readonly [name: string, answering: Answering, expected: Failing]> = [
  ["no answer", () => undefined, { error: RequestTimedOut, requests: 1, says: "no complete response within" }],
  [
    "headers that come one by one",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      const timer = setInterval(() => socket.write("X-More: 1\r\n"), 20)
      socket.on("close", () => clearInterval(timer))
    },
    { error: RequestTimedOut, requests: 1, says: "no complete response within" }
  ],
  [
    "a body that stalls",
    (socket) => void socket.write(sound.slice(0, -10)),
    { error: RequestTimedOut, requests: 1, says: "no complete response within" }
  ],
  ["resets", reset, { error: NetworkError, requests: 4, says: "/v1/licenses/SAMPLE-PODCAST" }],
  [
    "bodies that break off",
    (socket) => void socket.write(sound.slice(0, -10), () => socket.resetAndDestroy()),
    { error: NetworkError, requests: 4, says: "terminated" }
  ],
  ["invalid HTTP", inTurn("SSH-2.0-OpenSSH_9.9\r\n"), { error: NetworkError, requests: 4, says: "fetch failed" }],
  ["500 again and again", inTurn(failed), { error: ServerError, requests: 4, says: "no" }],
  [
    "503 from a proxy",
    inTurn(response("503 Service Unavailable", "<html>", { "Content-Type": "text/html" })),
    { error: ServerError, requests: 4, says: "503" }
  ],
  [
    "429",
    inTurn(
      response(
        "429 Too Many Requests",
        '{"error":"Rate limit exceeded","message":"100 an hour","retry_after":7,"upgrade_url":"https://up.example"}'
      )
    ),
    { error: RateLimitExceeded, requests: 1, says: "100 an hour" }
  ],
  [
    "429 from a proxy",
    inTurn(response("429 Too Many Requests", "slow down", { "Retry-After": "7" })),
    { error: RateLimitExceeded, requests: 1, says: "429" }
  ],
  ["invalid JSON", inTurn(response("200 OK", '{"code":')), { error: UnexpectedAnswer, requests: 1, says: "form" }],
  ["another JSON", inTurn(response("200 OK", '{"code":7}')), { error: UnexpectedAnswer, requests: 1, says: "form" }],
  ["no body", inTurn(response("200 OK", "")), { error: UnexpectedAnswer, requests: 1, says: "form" }],
  [
    "an envelope",
    inTurn(response("200 OK", JSON.stringify(envelopeExample(licenseExample)))),
    { error: UnexpectedAnswer, requests: 1, says: "envelope" }
  ],
  [
    "another content type",
    inTurn(response("200 OK", license, { "Content-Type": "text/html" })),
    { error: UnexpectedAnswer, requests: 1, says: "text/html" }
  ],
  ["no content type", inTurn(response("200 OK", license, {})), { error: UnexpectedAnswer, requests: 1, says: "none" }],
  [
    "304 for an unconditional request",
    inTurn("HTTP/1.1 304 Not Modified\r\n\r\n"),
    { error: UnexpectedAnswer, requests: 1, says: "304" }
  ],
  ["204", inTurn("HTTP/1.1 204 No Content\r\n\r\n"), { error: UnexpectedAnswer, requests: 1, says: "204" }],
  ["a status of its own", inTurn(response("799 What", "{}")), { error: UnexpectedAnswer, requests: 1, says: "799" }],
  [
    "403 from a firewall",
    inTurn(response("403 Forbidden", "<html>", { "Content-Type": "text/html" })),
    { error: UnexpectedAnswer, requests: 1, says: "403" }
  ],
  ...["400 Bad Request", "401 Unauthorized"].map(
    (status) =>
      [
        `${status} from a proxy`,
        inTurn(response(status, "<html>", { "Content-Type": "text/html" })),
        { error: UnexpectedAnswer, requests: 1, says: status.slice(0, 3) }
      ] as const
  ),
  [
    "404 from a proxy",
    inTurn(response("404 Not Found", "<html>", { "Content-Type": "text/html" })),
    { error: PathNotFound, requests: 1, says: "/v1/licenses/SAMPLE-PODCAST" }
  ],
  [
    "405",
    inTurn(response("405 Method Not Allowed", '{"error":"Method Not Allowed","message":"no"}')),
    { error: UnexpectedAnswer, requests: 1, says: "405" }
  ],
  [
    "a body that is announced as huge",
    (socket) => void socket.write(`${head}Content-Length: 99999999999\r\n\r\n${"x".repeat(100_000)}`),
    { error: UnexpectedAnswer, requests: 1, says: "maxBodyBytes" }
  ],
  [
    "a body without end",
    (socket) => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
      const more = () => socket.write(`1000\r\n${"x".repeat(4096)}\r\n`, (error) => error ?? setImmediate(more))
      more()
    },
    { error: UnexpectedAnswer, requests: 1, says: "maxBodyBytes" }
  ]
]
