import * as Predicate from "effect/Predicate"

/**
 * Makes writes to a terminal asynchronous, so that one that does not read (Ctrl-S, selected text) stops no server. The
 * only place that touches `_handle`, a private field of Node, which makes these writes synchronous by the same means.
 */
export const unblockTerminal = (stream: NodeJS.WriteStream): void => {
  if (!stream.isTTY || !Predicate.hasProperty(stream, "_handle")) return
  const { _handle: handle } = stream
  if (Predicate.hasProperty(handle, "setBlocking") && typeof handle.setBlocking === "function")
    handle.setBlocking(false)
}
