import { assert, describe, it } from "@effect/vitest"
import { AddressUnavailable } from "../../../src/platform/Listen.ts"

const failed = (code: string): Error => Object.assign(new Error("failed"), { code })

describe("AddressUnavailable", () => {
  it.each([
    ["EADDRINUSE", "the port is in use. Stop the other program, or choose another port with --port."],
    ["EACCES", "permission denied. Choose a port above 1023 with --port."],
    ["EADDRNOTAVAIL", "this machine does not have that address. Choose another with --host."],
    ["ENOTFOUND", "unknown host. Choose another with --host."],
    ["EAI_AGAIN", "the host name cannot be resolved. Choose another with --host."],
    ["EOTHER", "EOTHER"]
  ])("explains %s, and what to do", (code, explanation) => {
    const { message } = AddressUnavailable.from("taxonomy.example", 80, failed(code))
    assert.strictEqual(message, `Cannot listen on port 80 of taxonomy.example: ${explanation}`)
  })

  it("names the options of the admin port", () => {
    const messages = ["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].map(
      (code) => AddressUnavailable.from("a", 80, failed(code), "admin-").message
    )
    assert.deepStrictEqual(
      messages.map((message) => /--[a-z-]+/.exec(message)?.[0]),
      ["--admin-port", "--admin-port", "--admin-host", "--admin-host", "--admin-host"]
    )
  })

  it.each([
    [new Error("no sockets"), "no sockets"],
    [Object.assign(new Error("no sockets"), { code: 7 }), "no sockets"],
    ["nothing", "nothing"]
  ])("keeps the message of a cause without a code: %s", (cause, reason) => {
    assert.strictEqual(AddressUnavailable.from("a", 80, cause).reason, reason)
  })
})
