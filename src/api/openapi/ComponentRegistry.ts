import type { Reference } from "./OpenApiDocument.ts"

/** Components of one kind, each kept once however often it is used. */
export class ComponentRegistry<Component> {
  readonly #kind: string
  readonly #components = new Map<string, Component>()

  constructor(kind: string) {
    this.#kind = kind
  }

  /** Refers to the component. Another one of the same name gets a number behind it. */
  readonly refer = (name: string, component: Component): Reference => {
    const text = JSON.stringify(component)
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? name : `${name}.${number}`
      const known = this.#components.get(key)
      if (known === undefined) this.#components.set(key, component)
      if (known === undefined || JSON.stringify(known) === text) return { $ref: `#/components/${this.#kind}/${key}` }
    }
  }

  /** All of them, by name. */
  readonly all = (): Readonly<Record<string, Component>> =>
    Object.fromEntries([...this.#components].sort(([left], [right]) => (left < right ? -1 : 1)))
}
