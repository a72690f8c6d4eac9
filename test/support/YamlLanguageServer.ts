import { spawn } from "node:child_process"
import { EventEmitter } from "node:events"
import { fileURLToPath, pathToFileURL } from "node:url"

/** A position in a document, counted from 0. */
export interface Position {
  readonly line: number
  readonly character: number
}

export interface Diagnostic {
  readonly message: string
  readonly source?: string
  readonly range: { readonly start: Position; readonly end: Position }
}

export interface Completion {
  readonly label: string
  readonly documentation?: string | { readonly value: string }
  readonly insertText?: string
  readonly textEdit?: { readonly newText: string }
}

const program = fileURLToPath(import.meta.resolve("yaml-language-server/bin/yaml-language-server"))

const settings: Readonly<Record<string, unknown>> = {
  yaml: {
    validate: true,
    hover: true,
    completion: true,
    hoverSchemaSource: false,
    schemaStore: { enable: false },
    kubernetesCRDStore: { enable: false },
    schemas: {}
  },
  "redhat.telemetry": { enabled: false }
}

export type LanguageServer = Awaited<ReturnType<typeof startLanguageServer>>

/** Starts a YAML language server, as text editors do. Without `schemaStore` it opens no network connection. */
export const startLanguageServer = async (folder: string) => {
  const child = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] })
  const received = new EventEmitter<{ response: [Message]; diagnostics: [unknown] }>().setMaxListeners(0)
  const send = (message: Message) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  let requests = 0
  const request = async (method: string, params: unknown): Promise<unknown> => {
    const id = requests++
    const answered = new Promise<Message>((resolve) => {
      const listen = (message: Message) => {
        if (message.id !== id) return
        received.off("response", listen)
        resolve(message)
      }
      received.on("response", listen)
    })
    send({ id, method, params })
    const { error, result } = await answered
    if (error !== undefined) throw new Error(JSON.stringify(error))
    return result
  }
  readMessages(child.stdout, (message) => {
    if (message.method === undefined) received.emit("response", message)
    else if (message.method === "textDocument/publishDiagnostics") received.emit("diagnostics", message.params)
    else if (message.id !== undefined) send({ id: message.id, result: answerOf(message) })
  })
  const diagnosticsOf = (uri: string): Promise<ReadonlyArray<Diagnostic>> =>
    new Promise((resolve) => {
      const listen = (params: unknown) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form is that of the protocol
        const published = params as { readonly uri: string; readonly diagnostics: ReadonlyArray<Diagnostic> }
        if (published.uri !== uri) return
        received.off("diagnostics", listen)
        resolve(published.diagnostics)
      }
      received.on("diagnostics", listen)
    })
  const rootUri = pathToFileURL(folder).href
  const textDocument = { completion: { completionItem: { documentationFormat: ["markdown"], snippetSupport: true } } }
  await request("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "project" }],
    capabilities: { workspace: { configuration: true, workspaceFolders: true }, textDocument }
  })
  send({ method: "initialized", params: {} })
  // Answered with the settings in force. When they come, the server checks every open document again.
  await request("textDocument/codeLens", { textDocument: { uri: rootUri } })

  return {
    /** Opens a document that is not saved, and returns its URI and what is wrong with it. */
    open: async (path: string, text: string) => {
      const uri = pathToFileURL(`${folder}/${path}`).href
      const published = diagnosticsOf(uri)
      send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri, languageId: "yaml", version: 1, text } }
      })
      return { uri, diagnostics: await published }
    },
    /** The next diagnostics of a document. */
    diagnosticsOf,
    close: (uri: string) => send({ method: "textDocument/didClose", params: { textDocument: { uri } } }),
    complete: async (uri: string, position: Position): Promise<ReadonlyArray<Completion>> => {
      const list = await request("textDocument/completion", { textDocument: { uri }, position })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form is that of the protocol
      return (list as { readonly items: ReadonlyArray<Completion> }).items
    },
    /** The texts of the quick fixes for what is wrong with a document. */
    quickFixes: async (uri: string, diagnostics: ReadonlyArray<Diagnostic>): Promise<ReadonlyArray<string>> => {
      const [{ range } = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } }] = diagnostics
      const actions = await request("textDocument/codeAction", {
        textDocument: { uri },
        range,
        context: { diagnostics, only: ["quickfix"] }
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form is that of the protocol
      return ((actions ?? []) as ReadonlyArray<CodeAction>).flatMap(({ edit: { changes = {} } = {} }) =>
        (changes[uri] ?? []).map(({ newText }) => newText)
      )
    },
    hover: async (uri: string, position: Position): Promise<string> => {
      const hover = await request("textDocument/hover", { textDocument: { uri }, position })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form is that of the protocol
      return (hover as { readonly contents: { readonly value: string } } | null)?.contents.value ?? ""
    },
    /** Says that files have changed on disk, as text editors do. */
    changed: (paths: ReadonlyArray<string>) =>
      send({
        method: "workspace/didChangeWatchedFiles",
        params: { changes: paths.map((path) => ({ uri: pathToFileURL(`${folder}/${path}`).href, type: 2 })) }
      }),
    [Symbol.dispose]: () => void child.kill()
  }
}

interface CodeAction {
  readonly edit?: { readonly changes?: Readonly<Record<string, ReadonlyArray<{ readonly newText: string }>>> }
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** The answer to a request of the server: its settings, or nothing. */
const answerOf = ({ method, params }: Message): unknown => {
  if (method !== "workspace/configuration") return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form is that of the protocol
  const { items } = params as { readonly items: ReadonlyArray<{ readonly section: string }> }
  return items.map(({ section }) => settings[section] ?? {})
}

const readMessages = (stream: NodeJS.ReadableStream, receive: (message: Message) => void): void => {
  let unread = Buffer.alloc(0)
  stream.on("data", (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes])
    for (;;) {
      const [head, length] = /^Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/.exec(unread.toString("latin1")) ?? []
      if (head === undefined) return
      const end = head.length + Number(length)
      if (unread.length < end) return
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form is that of the protocol
      receive(JSON.parse(unread.toString("utf8", head.length, end)) as Message)
      unread = unread.subarray(end)
    }
  })
}
