import { Agent } from "node:http"
import type { SoakJudge } from "../rules/SoakJudge.ts"
import type { SoakServer } from "../services/SoakServer.ts"
import type { SoakKey } from "../world/SoakKey.ts"
import type { SoakWorld } from "../world/SoakWorld.ts"
import { newestValue } from "../world/Timeline.ts"
import { sendPipelined } from "./SendPipelined.ts"
import { sendRequest } from "./SendRequest.ts"
import type { SoakAnswer } from "./SoakAnswer.ts"
import { selectRequest, type SoakRequest } from "./SoakRequest.ts"

export interface ClientOptions {
  readonly world: SoakWorld
  readonly servers: ReadonlyArray<SoakServer>
  readonly judge: Pick<SoakJudge, "onAnswer">
  /** A key without limits, which stays valid. */
  readonly unlimited: SoakKey
  readonly random: () => number
  readonly connections: number
  /** The requests that all clients send in a second, if answers come at once. */
  readonly rate: number
}

export interface Clients {
  /** Sends requests of the mix to all servers until the end of the run. */
  readonly run: (isRunning: () => boolean) => Promise<void>
  /** Sends a request to any server, and has its answer judged. */
  readonly send: (request: SoakRequest, key: SoakKey | undefined) => Promise<void>
  readonly close: () => void
}

/** Clients that send one request at a time, over connections that they keep. */
export const makeClients = (options: ClientOptions): Clients => {
  const { connections, judge, random, rate, servers, unlimited, world } = options
  const targets = servers.map(({ port }, index) => {
    return { port, index, agent: new Agent({ keepAlive: true, maxSockets: connections }) }
  })
  /** The entity tags that came last, by path. */
  const tags = new Map<string, string>()

  const selectKey = ({ key }: SoakRequest): SoakKey | undefined => {
    if (key === "unlimited") return unlimited
    if (key !== "changing") return undefined
    return pick(world.keys.filter((each) => each !== unlimited).slice(-recentKeys), random)
  }
  const headersOf = (request: SoakRequest, key: SoakKey | undefined): Record<string, string> => {
    const sent = request.key === "wrong" ? wrongKey : key?.key
    const tag = request.isConditional === true ? tags.get(request.path) : undefined
    return {
      ...(sent === undefined ? {} : { Authorization: `Bearer ${sent}` }),
      ...(tag === undefined ? {} : { "If-None-Match": tag }),
      ...(request.encoding === undefined ? {} : { "Accept-Encoding": request.encoding })
    }
  }

  const send: Clients["send"] = async (request, key) => {
    const { agent, index, port } = pick(targets, random)
    const target = { port, agent, headers: headersOf(request, key) }
    const count = request.client === "pipelining" ? pipelineSize : 1
    const now = performance.now()
    const sent = Array.from({ length: count }, () => world.send(index, request, key, now))
    const receive = (answer: SoakAnswer): void => {
      const next = sent.shift()
      if (next === undefined) throw new Error("More answers than requests came")
      if (answer.etag !== undefined && answer.status === 200) tags.set(request.path, answer.etag)
      judge.onAnswer(next, answer)
    }
    if (request.client === "pipelining") await sendPipelined(request, target, count, receive)
    else receive(await sendRequest(request, target))
  }

  const runClient = async (isRunning: () => boolean): Promise<void> => {
    while (isRunning()) {
      const request = selectRequest(newestValue(world.releases).published, random)
      const started = performance.now()
      await send(request, selectKey(request))
      const pause = (connections / rate) * 1000 * (0.5 + random()) - (performance.now() - started)
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  return {
    send,
    run: async (isRunning) => {
      await Promise.all(Array.from({ length: connections }, () => runClient(isRunning)))
    },
    close: () => {
      for (const { agent } of targets) agent.destroy()
    }
  }
}

const pick = <A>(all: ReadonlyArray<A>, random: () => number): A => {
  const picked = all[Math.floor(random() * all.length)]
  if (picked === undefined) throw new RangeError("There is nothing to pick from")
  return picked
}

/** How many keys are in use beside the one without limits. */
const recentKeys = 12

const pipelineSize = 4

/** Has the form of a key, but a wrong checksum. */
const wrongKey = "nil_00000000000000000000000000000000"
