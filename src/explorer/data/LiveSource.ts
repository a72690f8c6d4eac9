import { DataError, type DataEvent, type DataSource, fetchText, parseBody, readFiles } from "./DataSource.ts"

/** Reads the data of `taxonomy explore`, and follows its changes. */
export const makeLiveSource = (): DataSource => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const read = async <A>(name: string): Promise<A> => {
    // Nothing tells of a change between a reading and the connection that follows changes, so reading comes second.
    await begun
    const { response, text } = await fetchText(addressOf(name))
    if (response.status === 404) throw new DataError({ code: "not-found" })
    if (response.status === 503) throw new DataError({ code: "unreadable", reason: text.trim() })
    if (!response.ok) throw new DataError({ code: "unexpected", status: response.status })
    return parseBody(text)
  }
  return {
    ...readFiles(read),
    schemaAddress: (release) => addressOf(`v${release}`),
    watch: (listener) => follow(listener, begin)
  }
}

const addressOf = (name: string): string => `data/${name}.json`

/**
 * Tells a listener of all changes. `begin` is called once it does, or once it will tell of a change that it has missed:
 * without a connection, or in a hidden tab.
 */
const follow = (listener: (event: DataEvent) => void, begin: () => void): void => {
  let isLost = false
  let hasMissed = false
  let current: EventSource | undefined
  const connect = (): void => {
    const events = new EventSource("events")
    current = events
    events.addEventListener("change", () => listener("changed"))
    // The browser connects again if the connection ends, but not if it gets an answer of another kind in between.
    events.addEventListener("error", () => {
      begin()
      if (!isLost) listener("disconnected")
      isLost = true
      if (events.readyState !== EventSource.CLOSED) return
      setTimeout(() => {
        if (current === events) connect()
      }, reconnectionMillis)
    })
    events.addEventListener("open", () => {
      begin()
      if (!isLost && !hasMissed) return
      if (isLost) listener("connected")
      isLost = hasMissed = false
      // There may have been changes in the meantime.
      listener("changed")
    })
  }
  // Browsers open six connections to a server: hidden tabs would keep them all, and the next tab would stay empty.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      current?.close()
      current = undefined
      hasMissed = true
      begin()
    } else if (current === undefined) connect()
  })
  // A tab that was opened behind others begins to follow when it is shown.
  hasMissed = document.hidden
  if (document.hidden) begin()
  else connect()
}

const reconnectionMillis = 3_000
