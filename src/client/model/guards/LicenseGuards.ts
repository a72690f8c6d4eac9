import { isSetting } from "../../../domain/taxonomy/Settings.ts"
import { guardDeprecation, guardMeta, guardTranslations, listMembers } from "./CommonGuards.ts"
import { guardBy, guardList, guardMembers, guardRecord, guardText, type Guard, type Members } from "./Guard.ts"

/** Guards the settings of a license. */
export const guardConfig: Guard = (value) =>
  guardRecord(value, (setting) =>
    guardBy(setting, isSetting, "a code, a list of codes, a territory, or an object of booleans")
  )

const licenseMembers: Members = { code: guardText, name: guardText, description: guardText, config: guardConfig }

const licenseOptions: Members = { translations: guardTranslations, deprecation: guardDeprecation }

export const guardLicenseEntry: Guard = (value) => guardMembers(value, licenseMembers, licenseOptions)

/** Guards the body of one base license. */
export const guardLicense: Guard = (value) =>
  guardMembers(
    value,
    { ...licenseMembers, version: guardText, published_at: guardText, _meta: guardMeta },
    licenseOptions
  )

/** Guards the body of the list of base licenses. */
export const guardLicenses: Guard = (value) =>
  guardMembers(value, { ...listMembers, licenses: (licenses) => guardList(licenses, guardLicenseEntry) })
