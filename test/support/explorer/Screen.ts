import { GlobalRegistrator } from "@happy-dom/global-registrator"
import { diffLines } from "diff"
import { h, render } from "preact"
import { vi } from "vitest"
import type { DataSource } from "../../../src/explorer/data/DataSource.ts"
import { makeStore } from "../../../src/explorer/data/Store.ts"
import { Explorer } from "../../../src/explorer/Explorer.tsx"

/** The Explorer on a document of this process, for the steps that a person takes. */
export interface Screen {
  /** Opens an address. Returns an outline of the page, and what changes above it. */
  readonly open: (address: string) => Promise<string>
  /** Takes a step, such as `click "Sign out"`. Returns the lines of the outline that it changes. */
  readonly take: (step: string) => Promise<string>
  /** Waits for what happens without a person. Returns the lines of the outline that change. */
  readonly look: () => Promise<string>
  readonly close: () => Promise<void>
}

/** Shows the Explorer over a source of data. Until it is closed, its document is that of all modules. */
export const openScreen = (url: string, makeSource: () => DataSource): Screen => {
  GlobalRegistrator.register({ url, width: 1280, height: 800 })
  // What the pages say of days that are to come depends on the day. Timers run when `settle` lets them.
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.parse("2025-06-01T12:00:00Z") })
  const store = makeStore(makeSource())
  const root = document.body.appendChild(document.createElement("div"))
  let shown = new Map<string, string>()
  const showChanges = (isWhole: (region: string) => boolean): string => {
    const before = shown
    shown = regionsOf(root)
    return [...shown]
      .map(([region, text]) => {
        const known = before.get(region) ?? ""
        return text === known ? "" : known === "" || isWhole(region) ? text : changedLines(known, text)
      })
      .filter((text) => text !== "")
      .join("\n")
  }
  const look = async (): Promise<string> => {
    await settle()
    return showChanges(() => false)
  }
  return {
    open: async (address) => {
      location.hash = address
      if (root.childNodes.length === 0) render(h(Explorer, { store }), root)
      await settle()
      return showChanges((region) => region !== "header")
    },
    take: async (step) => {
      takeStep(step)
      return look()
    },
    look,
    close: async () => {
      render(null, root)
      vi.useRealTimers()
      await GlobalRegistrator.unregister()
    }
  }
}

const regionsOf = (root: Element): Map<string, string> => {
  const focused = document.activeElement
  const regions = {
    title: document.title,
    address: decodeURIComponent(location.hash),
    focus: focused === document.body ? "" : nameOf(focused).slice(0, 80)
  }
  const header = document.querySelector("header")
  const main = document.querySelector("main")
  return new Map([
    ...Object.entries(regions).map(([name, text]): [string, string] => [name, `${name}: ${text}`]),
    ["scheme", attributesOf(document.documentElement)],
    ["header", outlineOf(header)],
    ["page", outlineOf(main ?? root)]
  ])
}

const changedLines = (before: string, after: string): string =>
  diffLines(before, after, { ignoreNewlineAtEof: true })
    .filter(({ added, removed }) => added || removed)
    .flatMap(({ added, value }) =>
      value
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${added ? "+" : "-"} ${line}`)
    )
    .join("\n")

declare global {
  // What Happy DOM adds to the window.
  var happyDOM: { readonly waitUntilComplete: () => Promise<void> }
}

/** Waits until what was started by a step has ended: requests, and the timers of half a second. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    await happyDOM.waitUntilComplete()
    await vi.advanceTimersByTimeAsync(500)
  }
}

const takeStep = (step: string): void => {
  const [verb = "", ...rest] = step.split(" ")
  const [first = "", second = ""] = [...rest.join(" ").matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]): string =>
    JSON.parse(text)
  )
  switch (verb) {
    case "click": {
      const element = find(first)
      element.focus()
      return element.click()
    }
    case "focus":
      return find(first).focus()
    case "press": {
      const target = second === "" ? document.activeElement : find(second)
      target?.dispatchEvent(new KeyboardEvent("keydown", { key: first, bubbles: true, cancelable: true }))
      return
    }
    case "type":
      return enter(find(second), first)
    case "select": {
      const select = find(second)
      const options = [...select.querySelectorAll("option")]
      const option = options.find(({ text }) => text === first || text.startsWith(`${first} (`))
      if (option === undefined)
        throw new Error(`No option is called ${first}, but ${options.map(({ text }) => text).join(", ")}`)
      return enter(select, option.value)
    }
    default:
      throw new Error(`No step has this form: ${step}`)
  }
}

const enter = (field: HTMLElement, value: string): void => {
  field.focus()
  Object.assign(field, { value })
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
}

const find = (name: string): HTMLElement => {
  const [, text = "", number = "1"] = /^(.*?)(?: #(\d+))?$/.exec(name) ?? []
  const named = [...document.querySelectorAll<HTMLElement>(controls)].filter((element) => nameOf(element) === text)
  const element = named[Number(number) - 1]
  if (element === undefined) {
    const names = [...document.querySelectorAll(controls)].map(nameOf).filter(({ length }) => length < 80)
    throw new Error(`No link, button or field is called ${name}, but ${names.join(", ")}`)
  }
  return element
}

const controls = "a, button, input, select, textarea, summary, [role=option], [tabindex]"

/** The accessible name of an element, from its label or its text. */
const nameOf = (element: Element | null): string => {
  if (element === null) return ""
  const label = isField(element) ? element.labels?.[0] : undefined
  const text = element.getAttribute("aria-label") ?? ownText(label ?? element)
  return text.replaceAll(/\s+/g, " ").trim()
}

/** The text of an element without the options of a select in it. */
const ownText = (element: Element): string =>
  [...element.childNodes]
    .map((node) =>
      node instanceof Element ? (node.localName === "select" ? "" : ownText(node)) : (node.textContent ?? "")
    )
    .join("")

const outlineOf = (element: Element | null, indent = ""): string => {
  if (element === null) return ""
  const line = `${indent}${element.localName}${attributesOf(element)}`
  const parts = partsOf(element)
  const [part = "", ...others] = parts
  if (typeof part === "string" && others.length === 0) return part === "" ? line : `${line} ${JSON.stringify(part)}`
  const children = parts.map((child) =>
    typeof child === "string" ? `${indent}  ${JSON.stringify(child)}` : outlineOf(child, `${indent}  `)
  )
  return [line, ...children].join("\n")
}

/** The elements and texts in an element. Adjacent text nodes are one text. */
const partsOf = (element: Element): ReadonlyArray<Element | string> => {
  const parts: Array<Element | string> = []
  for (const node of element.childNodes) {
    const last = parts.at(-1)
    if (node instanceof Element) parts.push(node)
    else if (node instanceof Text && typeof last === "string") parts.splice(-1, 1, last + node.data)
    else if (node instanceof Text && node.data !== "") parts.push(node.data)
  }
  return parts
}

const attributesOf = (element: Element): string =>
  [
    ...[...element.attributes].map(({ name, value }) =>
      value === "" ? ` ${name}` : ` ${name}=${JSON.stringify(value)}`
    ),
    ...stateOf(element)
  ].join("")

/** What a person has entered, which is no attribute. */
const stateOf = (element: Element): ReadonlyArray<string> => {
  if (!isField(element)) return []
  if (element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type)) {
    return element.checked ? [" (checked)"] : []
  }
  return element.value === "" ? [] : [` (${JSON.stringify(element.value)})`]
}

const isField = (element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
