/** True for code that can be mutated: the sources without declarations. */
export const isMutable = (path: string): boolean => /^src\/.+\.tsx?$/.test(path) && !path.endsWith(".d.ts")

/** True if a path is one of some files or folders, or below one of them. Without any, all are. */
export const isBelow = (path: string, places: ReadonlyArray<string>): boolean =>
  places.length === 0 || places.some((place) => path === place || path.startsWith(`${place.replace(/\/$/, "")}/`))

/** The places that no file is at or below, such as mistyped ones. */
export const findUnknownPlaces = (places: ReadonlyArray<string>, files: ReadonlyArray<string>): ReadonlyArray<string> =>
  places.filter((place) => !files.some((file) => isBelow(file, [place])))
