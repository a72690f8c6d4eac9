import { missingService, serviceOf, serviceTargets, untilRecovered, type ServiceName } from "./ServiceTarget.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** A service has crashed, and nothing listens on its port until it is started again with its data. */
export const serviceRefusing = (service: ServiceName): SoakEvent => {
  const { isReported, uses } = serviceTargets[service]
  return {
    name: `${service}-refusing`,
    uses,
    isFault: true,
    findMissing: missingService(service),
    begin: async (stage) => {
      await serviceOf(stage, service).kill()
      await stage.untilAll(`${service} refuses connections`, (sample) => isReported(sample, stage.world))
    },
    end: async (stage) => {
      await serviceOf(stage, service).start()
      await untilRecovered(stage, service, `${service} is back`)
    }
  }
}
