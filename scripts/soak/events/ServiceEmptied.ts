import { missingService, serviceOf, serviceTargets, untilRecovered, type ServiceName } from "./ServiceTarget.ts"
import type { SoakEvent } from "./SoakEvent.ts"

/**
 * A service loses its data. The servers bring the counts to Redis themselves. Of a lost key ledger they keep the keys, and
 * report it until the data is back.
 */
export const serviceEmptied = (service: ServiceName): SoakEvent => {
  const { isReported, uses } = serviceTargets[service]
  const restart = { name: `${service}-emptied`, uses, findMissing: missingService(service) }
  const empty: SoakEvent["begin"] = async (stage) => {
    await serviceOf(stage, service).kill()
    await serviceOf(stage, service).startEmpty()
  }
  if (service === "redis") {
    return {
      ...restart,
      isFault: false,
      begin: async (stage) => {
        stage.world.losses += 1
        await empty(stage)
        await untilRecovered(stage, service, `${service} was emptied`)
      }
    }
  }
  return {
    ...restart,
    isFault: true,
    begin: async (stage) => {
      await empty(stage)
      await stage.untilAll(`${service} is empty`, (sample) => isReported(sample, stage.world))
    },
    end: async (stage) => {
      await serviceOf(stage, service).kill()
      await serviceOf(stage, service).start()
      await untilRecovered(stage, service, `${service} has its data`)
    }
  }
}
