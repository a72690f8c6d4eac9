import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import {
  collectorAddressForm,
  defaultTraceSampling,
  isCollectorAddress
} from "../../server/telemetry/TelemetryConfig.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"

/** The options for traces and metrics over OTLP. */
export const telemetryOptions = {
  otlp: textOption("otlp", "URL of the OpenTelemetry collector for metrics and traces", defaultNote("none")).pipe(
    Flag.withMetavar("url"),
    Flag.filter(isCollectorAddress, () => collectorAddressForm),
    Flag.optional
  ),
  traceSampling: textOption(
    "trace-sampling",
    "Fraction of requests to trace, from 0 to 1",
    defaultNote(String(defaultTraceSampling))
  ).pipe(
    Flag.withMetavar("fraction"),
    Flag.filterMap(parseFraction, () => "a number from 0 to 1, such as 0.01"),
    Flag.optional
  )
}

function parseFraction(text: string): Option.Option<number> {
  const value = /^\d(?:\.\d{1,9})?$/.test(text) ? Number(text) : NaN
  return value <= 1 ? Option.some(value) : Option.none()
}
