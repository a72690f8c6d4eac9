import type { PlatformError } from "effect/PlatformError"

/** Describes what the system refused and what to do about it; `undefined` for an unknown cause. */
export const describePlatformError = ({ reason }: PlatformError): string | undefined =>
  describeErrorCode(errorCode(reason.cause))

/** The same for an error code of the system, such as `ENOSPC`. */
export const describeErrorCode = (code: string | undefined): string | undefined => descriptions.get(code)

const descriptions: ReadonlyMap<string | undefined, string> = new Map([
  ["EACCES", "permission denied. Run as a user who may read and write there."],
  ["EPERM", "the system does not permit this. Run as a user who may read and write there."],
  ["EROFS", "the file system is read-only. Name a folder on a writable one."],
  ["ENOSPC", "no space is left on the disk. Free some and run again; existing files are unchanged."],
  ["EDQUOT", "the disk quota is exceeded. Free some space and run again; existing files are unchanged."],
  [
    "EFBIG",
    "the file would be larger than the system allows. Raise the limit (ulimit -f) and run again; existing files are unchanged."
  ],
  ["ENOENT", "no such file or folder. Check the spelling, or create it."],
  ["ENOTDIR", "a part of the path is a file, not a folder. Name a folder."],
  ["EEXIST", "something else has that name. Move it away, or choose another name."],
  ["EISDIR", "this is a folder, not a file. Name a file."],
  ["EMFILE", "too many files are open. Raise the limit (ulimit -n) and run again."],
  ["EBUSY", "the system is using it. If only this file is mounted, mount its folder instead."],
  ["ERR_FS_FILE_TOO_LARGE", "it has more than 2 GiB, and a larger file cannot be read. Find out what wrote it."],
  ["EIO", "the disk reported an error. Check the system log; the disk may need to be replaced."]
])

/** The error code of the system in an error of Node, if it has one. */
export const errorCode = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined
