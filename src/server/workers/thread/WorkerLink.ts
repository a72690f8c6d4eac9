import type { MessagePort } from "node:worker_threads"
import type { FromWorker, Order, ToWorker } from "../WorkerMessages.ts"

/** The connection of a worker to its coordinator. Messages arrive in the order in which they were sent. */
export interface WorkerLink {
  readonly tell: (message: FromWorker) => void
  /** Adds a listener that carries out the orders of some kind, at once. */
  readonly onOrder: (listener: (order: Order) => void) => void
  readonly onMessage: (listener: (message: Announcement) => void) => void
}

/** A message that needs no confirmation. */
type Announcement = Exclude<ToWorker, { readonly _tag: "Order" }>

export const makeWorkerLink = (port: MessagePort): WorkerLink => {
  const orderListeners: Array<(order: Order) => void> = []
  const listeners: Array<(message: Announcement) => void> = []
  const tell = (message: FromWorker): void => port.postMessage(message)
  port.on("message", (message: ToWorker) => {
    if (message._tag !== "Order") {
      for (const listener of listeners) listener(message)
      return
    }
    for (const listener of orderListeners) listener(message.order)
    tell({ _tag: "Done", number: message.number })
  })
  return {
    tell,
    onOrder: (listener) => void orderListeners.push(listener),
    onMessage: (listener) => void listeners.push(listener)
  }
}
