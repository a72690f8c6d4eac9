import { missingService, serviceOf, serviceTargets, untilRecovered, type ServiceName } from "./ServiceTarget.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/** A service crashes and starts again at once, with its data. The servers need not notice. */
export const serviceRestarted = (service: ServiceName): SoakEvent => {
  const { uses } = serviceTargets[service]
  return {
    name: `${service}-restarted`,
    uses,
    isFault: false,
    findMissing: missingService(service),
    begin: async (stage) => {
      await serviceOf(stage, service).kill()
      await serviceOf(stage, service).start()
      await untilRecovered(stage, service, `${service} was restarted`)
    }
  }
}
