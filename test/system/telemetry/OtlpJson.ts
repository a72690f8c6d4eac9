import * as Schema from "effect/Schema"

// The JSON form of opentelemetry/proto/{common,resource,trace,metrics}/v1: lowerCamelCase names, ids in hexadecimal,
// enumerations as integers, 64-bit integers as strings of digits (or, which receivers accept, as numbers).

const Hex = (digits: number) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`), { expected: `${digits} hex digits` })
  )

/** Nanoseconds since 1970, of this century. */
const UnixNanos = Schema.String.check(Schema.isPattern(/^[1-9]\d{18}$/, { expected: "nanoseconds since 1970" }))

const Int64 = Schema.Union([Schema.Int, Schema.String.check(Schema.isPattern(/^-?\d+$/, { expected: "an integer" }))])

/** Exactly one of the fields. */
const AnyValue = Schema.Union([
  Schema.Struct({ stringValue: Schema.String }),
  Schema.Struct({ boolValue: Schema.Boolean }),
  Schema.Struct({ intValue: Int64 }),
  Schema.Struct({ doubleValue: Schema.Finite })
])

const KeyValue = Schema.Struct({ key: Schema.NonEmptyString, value: AnyValue })

const Attributes = Schema.Array(KeyValue)

const Resource = Schema.Struct({ attributes: Attributes, droppedAttributesCount: Schema.Int })

const Scope = Schema.Struct({ name: Schema.NonEmptyString, version: Schema.optionalKey(Schema.String) })

const Span = Schema.Struct({
  traceId: Hex(32),
  spanId: Hex(16),
  parentSpanId: Schema.optionalKey(Hex(16)),
  name: Schema.NonEmptyString,
  kind: Schema.Literals([1, 2, 3, 4, 5]),
  startTimeUnixNano: UnixNanos,
  endTimeUnixNano: UnixNanos,
  attributes: Attributes,
  droppedAttributesCount: Schema.Int,
  events: Schema.Array(
    Schema.Struct({
      name: Schema.NonEmptyString,
      timeUnixNano: UnixNanos,
      attributes: Attributes,
      droppedAttributesCount: Schema.Int
    })
  ),
  droppedEventsCount: Schema.Int,
  links: Schema.Array(Schema.Never),
  droppedLinksCount: Schema.Int,
  status: Schema.Struct({ code: Schema.Literals([0, 1, 2]), message: Schema.optionalKey(Schema.String) })
})

export type Span = typeof Span.Type

export const ExportedTraces = Schema.Struct({
  resourceSpans: Schema.Array(
    Schema.Struct({
      resource: Resource,
      scopeSpans: Schema.Array(Schema.Struct({ scope: Scope, spans: Schema.Array(Span) }))
    })
  )
})

const point = { attributes: Attributes, startTimeUnixNano: UnixNanos, timeUnixNano: UnixNanos }

const NumberPoints = Schema.Array(Schema.Struct({ ...point, asDouble: Schema.Finite }))

const Metric = Schema.Struct({
  name: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  unit: Schema.String,
  sum: Schema.optionalKey(
    Schema.Struct({ aggregationTemporality: Schema.Literal(2), isMonotonic: Schema.Boolean, dataPoints: NumberPoints })
  ),
  gauge: Schema.optionalKey(Schema.Struct({ dataPoints: NumberPoints })),
  histogram: Schema.optionalKey(
    Schema.Struct({
      aggregationTemporality: Schema.Literal(2),
      dataPoints: Schema.Array(
        Schema.Struct({
          ...point,
          count: Int64,
          sum: Schema.Finite,
          min: Schema.optionalKey(Schema.Finite),
          max: Schema.optionalKey(Schema.Finite),
          bucketCounts: Schema.Array(Int64),
          explicitBounds: Schema.Array(Schema.Finite)
        })
      )
    })
  )
})

export type Metric = typeof Metric.Type

export const ExportedMetrics = Schema.Struct({
  resourceMetrics: Schema.Array(
    Schema.Struct({
      resource: Resource,
      scopeMetrics: Schema.Array(Schema.Struct({ scope: Scope, metrics: Schema.Array(Metric) }))
    })
  )
})
