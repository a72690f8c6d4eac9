import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeApiSource, makeKeyStorage } from "../../../src/explorer/data/ApiSource.ts"
import {
  DataError,
  parseBody,
  type DataEvent,
  type DataProblem,
  type DataSource
} from "../../../src/explorer/data/DataSource.ts"
import { startReadServer, type ReadServer } from "../../support/explorer/ReadServer.ts"
import { richHistory } from "../../support/explorer/RichHistory.ts"
import { openScreen } from "../../support/explorer/Screen.ts"

/**
 * Transcripts of the Explorer: lines that begin with `> `, each with an address or a step, followed by what it changes on the
 * page. The name of the folder says where the Explorer reads: in a site or from a server. To add a transcript, write its
 * lines, and run the tests with `--update`.
 */
const folder = fileURLToPath(new URL("explorer/", import.meta.url))

const transcriptsIn = (name: string): ReadonlyArray<string> =>
  readdirSync(join(folder, name)).map((file) => join(folder, name, file))

/**
 * A source that fails from a step such as `fail with {"code":"unreachable"}` to the step `recover`, as over a network that is
 * down for a while.
 */
const makeFailing = (source: DataSource) => {
  let problem: DataProblem | undefined
  const listeners = new Set<(event: DataEvent) => void>()
  const tell = (event: DataEvent): void => listeners.forEach((listener) => listener(event))
  const read = async <A>(load: () => Promise<A>): Promise<A> => {
    if (problem !== undefined) throw new DataError(problem)
    return load()
  }
  const { draft } = source
  return {
    source: {
      ...source,
      releases: () => read(source.releases),
      items: () => read(source.items),
      schema: (release, apiVersion) => read(() => source.schema(release, apiVersion)),
      ...(draft === undefined ? {} : { draft: () => read(draft) }),
      watch: (listener) => void listeners.add(listener)
    } satisfies DataSource,
    /** Takes a step of its own. */
    take: (step: string): boolean => {
      const [, text] = /^fail with (.*)$/.exec(step) ?? []
      if (text !== undefined) problem = JSON.parse(text)
      else if (step === "recover") problem = undefined
      else if (step === "change") tell("changed")
      else if (step === "disconnect") tell("disconnected")
      else if (step === "connect") tell("connected")
      else return false
      return true
    }
  }
}

/** What depends on the time zone of the machine. */
const localTime = /(?<=at |, )\d\d:\d\d(:\d\d)?/g

interface Transcript {
  readonly file: string
  readonly url: string
  readonly makeSource: () => DataSource
  /** What steps name, and what differs from run to run, by the names in the transcript. */
  readonly names: ReadonlyMap<string, string>
}

const transcribe = async ({ file, makeSource, names, url }: Transcript): Promise<string> => {
  let failing: ReturnType<typeof makeFailing> | undefined
  const screen = openScreen(url, () => (failing = makeFailing(makeSource())).source)
  const lines: Array<string> = []
  try {
    for (const line of readFileSync(file, "utf8")
      .split("\n")
      .filter((text) => text.startsWith("> "))) {
      let step = line.slice(2)
      for (const [name, text] of names) step = step.replace(name, text)
      const isOwn = failing?.take(step) === true
      let shown = await (isOwn ? screen.look() : step.startsWith("/") ? screen.open(step) : screen.take(step))
      for (const [name, text] of names) shown = shown.replaceAll(text, name)
      lines.push(line, shown.replaceAll(localTime, "{time}"), "")
    }
  } finally {
    await screen.close()
  }
  return lines.join("\n")
}

describe("a transcript of the Explorer in a site", { concurrent: false }, () => {
  /** Reads the files of a site, as `FileSource.ts` does in a browser. */
  const makeSiteSource = (site: string): DataSource => {
    const read = async <A>(name: string): Promise<A> => {
      let text = ""
      const explorerData = (_: string, json: string) => (text = json)
      runInNewContext(readFileSync(join(site, `data/${name}.js`), "utf8"), { explorerData })
      return parseBody<A>(text)
    }
    return {
      releases: () => read("releases"),
      items: () => read("items"),
      schema: (release) => read(`v${release}`),
      draft: () => read("draft")
    }
  }

  it.for(transcriptsIn("site"))("is what it shows: %s", async (file) => {
    const { folder: project, site } = await richHistory()
    const transcript = await transcribe({
      file,
      url: "https://taxonomy.example/",
      makeSource: () => makeSiteSource(site),
      names: new Map([["/project", project]])
    })
    await expect(transcript).toMatchFileSnapshot(file)
  })
})

describe("a transcript of the Explorer of a server", { concurrent: false }, () => {
  let server: ReadServer
  let names: ReadonlyMap<string, string>

  beforeAll(async () => {
    server = await startReadServer((await richHistory()).folder)
    const [key, revoked] = [await server.issueKey("enterprise"), await server.issueKey("enterprise")]
    await server.revokeKey(revoked)
    names = new Map([
      ["{key}", key],
      ["{revoked key}", revoked]
    ])
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it.for(transcriptsIn("server"))("is what it shows: %s", async (file) => {
    const makeSource = () => makeApiSource("/api/taxonomy", makeKeyStorage())
    const transcript = await transcribe({ file, url: server.url, makeSource, names })
    await expect(transcript).toMatchFileSnapshot(file)
  })
})
