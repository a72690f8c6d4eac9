import { isObject, parseJson } from "../../domain/Json.ts"
import { guardCount, guardMembers, guardText, type Members } from "../model/guards/Guard.ts"

/** The texts of an error body, in the form of the contract or of anyone else's JSON. */
export interface ErrorBody {
  readonly error: string | undefined
  readonly message: string | undefined
  /** True if the contract has an error of this form for the status. */
  readonly isOnContract: boolean
  /** True if the whole body is an `error`, as for a removed item. */
  readonly isErrorAlone: boolean
  /** The facts of a used-up limit. */
  readonly limit: { readonly retryAfter: number; readonly upgradeUrl: string } | undefined
}

/** Reads the body of an error. A body of another form has no texts. */
export const readErrorBody = (status: number, text: string): ErrorBody => {
  const json = parseJson(text)
  const body = isObject(json) ? json : {}
  const { error, message, retry_after: retryAfter, upgrade_url: upgradeUrl } = body
  const isForeign = [error, message].some((text) => text !== undefined && typeof text !== "string")
  return {
    error: isForeign || typeof error !== "string" ? undefined : error,
    message: isForeign || typeof message !== "string" ? undefined : message,
    isOnContract: isOnContract(status, error, message),
    isErrorAlone: typeof error === "string" && error !== "" && Object.keys(body).length === 1,
    limit:
      guardMembers(body, limitMembers) === undefined && typeof upgradeUrl === "string"
        ? { retryAfter: Number(retryAfter), upgradeUrl }
        : undefined
  }
}

const limitMembers: Members = { error: guardText, message: guardText, retry_after: guardCount, upgrade_url: guardText }

/** A removed item has an `error` alone, every other error its name and a message (service spec, section 7). */
const isOnContract = (status: number, error: unknown, message: unknown): boolean => {
  if (status === 400) return typeof error === "string" && error !== ""
  const name = status === 401 ? "Unauthorized" : status === 403 ? "Forbidden" : undefined
  return error === name && typeof message === "string" && message !== ""
}
