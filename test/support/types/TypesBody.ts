import type { TypesSource } from "../../../src/api/typescript/RenderTypes.ts"
import type { Shape } from "../../../src/domain/taxonomy/Scalars.ts"

interface BodyDimension {
  readonly name: string
  readonly shape: Shape
  readonly required: boolean
  readonly values: ReadonlyArray<{ readonly code: string }>
}

/** A body with these dimensions, for tests whose subject is something else. */
export const typesBody = (
  dimensions: ReadonlyArray<BodyDimension>,
  { text = "What it means.", ...changed }: Partial<TypesSource> & { readonly text?: string } = {}
): TypesSource => ({
  version: "v1.0",
  namespace: "sample",
  title: text,
  published_at: "2026-01-10T12:00:00Z",
  dimensions: Object.fromEntries(
    dimensions.map(({ name, required, shape, values }) => [
      name,
      {
        name: text,
        description: text,
        shape,
        required,
        values: values.map(({ code }) => code),
        value_details: Object.fromEntries(values.map(({ code }) => [code, { label: text, description: text }]))
      }
    ])
  ),
  base_licenses: [],
  validation_rules: { conflicts: {} },
  _meta: { taxonomy_version: "v1.0", release: "1.0.0", generated_at: "2026-01-10T12:00:00Z" },
  ...changed
})
