import { isPlatformError, type PlatformError } from "effect/PlatformError"

/** A failure in words for whoever ran the command; never a stack trace. */
export const explain = (error: unknown): string => {
  if (typeof error === "object" && error !== null && isPlatformError(error)) return `error: ${explainSystem(error)}`
  return `error: ${error instanceof Error ? error.message : String(error)}`
}

const explainSystem = (error: PlatformError): string => {
  const { reason } = error
  const path = "pathOrDescriptor" in reason ? String(reason.pathOrDescriptor ?? "") : ""
  const code = errorCode(reason.cause)
  const sentence = code === undefined ? undefined : sentences[code]
  return sentence === undefined ? error.message : `${path === "" ? "A file" : path}: ${sentence}`
}

const sentences: Partial<Record<string, string>> = {
  EACCES: "permission denied. Run as a user who may read and write there.",
  EPERM: "the system does not permit this. Run as a user who may read and write there.",
  EROFS: "the file system is read-only. Name a folder that can be written to.",
  ENOSPC: "no space is left on the disk. Make room and run again; what was published before is untouched.",
  EDQUOT: "the disk quota is used up. Make room and run again; what was published before is untouched.",
  ENOENT: "there is no such file or folder.",
  ENOTDIR: "a file stands where a folder should be.",
  EISDIR: "a folder stands where a file should be.",
  EMFILE: "too many files are open. Raise the limit (ulimit -n) and run again.",
  EIO: "the disk reported an error."
}

const errorCode = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined
