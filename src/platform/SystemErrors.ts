import type { PlatformError } from "effect/PlatformError"

/** What the system refused and what to do about it, in words; nothing where there are none for it. */
export const systemSentence = ({ reason }: PlatformError): string | undefined => {
  const code = errorCode(reason.cause)
  return code === undefined ? undefined : sentenceOf(code)
}

/** The same for a code of the system, such as `ENOSPC`. */
export const sentenceOf = (code: string): string | undefined => sentences[code]

const sentences: Partial<Record<string, string>> = {
  EACCES: "permission denied. Run as a user who may read and write there.",
  EPERM: "the system does not permit this. Run as a user who may read and write there.",
  EROFS: "the file system is read-only. Name a folder that can be written to.",
  ENOSPC: "no space is left on the disk. Make room and run again; what was written before is untouched.",
  EDQUOT: "the disk quota is used up. Make room and run again; what was written before is untouched.",
  ENOENT: "there is no such file or folder. Look at how it is written, or make it.",
  ENOTDIR: "a file stands where a folder should be. Name a folder.",
  EEXIST: "something else has that name. Move it away, or name another place.",
  EISDIR: "a folder stands where a file should be. Name a file.",
  EMFILE: "too many files are open. Raise the limit (ulimit -n) and run again.",
  EBUSY: "it is in use by the system. Where a single file is mounted, mount its folder instead.",
  EIO: "the disk reported an error. Look into the log of the system; another disk may be needed."
}

/** The code of the system in an error of Node's, where it has one. */
export const errorCode = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined
