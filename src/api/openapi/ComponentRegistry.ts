import type { Reference } from "./OpenApiDocument.ts"

/** The components of one kind, without duplicates. */
export class ComponentRegistry<Component> {
  readonly #kind: string
  readonly #components = new Map<string, Component>()

  constructor(kind: string) {
    this.#kind = kind
  }

  /** Registers a component and returns its reference. A different component of the same name gets a number as suffix. */
  readonly register = (name: string, component: Component): Reference => {
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? name : `${name}.${number}`
      const known = this.#components.get(key)
      if (known === undefined) this.#components.set(key, component)
      if (known === undefined || isEqual(known, component)) return { $ref: `#/components/${this.#kind}/${key}` }
    }
  }

  /** All components, by name. */
  readonly toRecord = (): Readonly<Record<string, Component>> =>
    Object.fromEntries([...this.#components].sort(([left], [right]) => (left < right ? -1 : 1)))
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)
