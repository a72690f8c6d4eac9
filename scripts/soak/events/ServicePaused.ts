import { missingService, serviceOf, serviceTargets, untilRecovered, type ServiceName } from "./ServiceTarget.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** A service keeps its connections and answers nothing. */
export const servicePaused = (service: ServiceName): SoakEvent => {
  const { isReported, uses } = serviceTargets[service]
  return {
    name: `${service}-paused`,
    uses,
    isFault: true,
    findMissing: missingService(service),
    begin: async (stage) => {
      serviceOf(stage, service).pause()
      await stage.untilAll(`${service} is paused`, (sample) => isReported(sample, stage.world))
    },
    end: async (stage) => {
      serviceOf(stage, service).resume()
      await untilRecovered(stage, service, `${service} answers again`)
    }
  }
}
