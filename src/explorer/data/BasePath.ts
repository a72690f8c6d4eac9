/**
 * The base address of the API, such as `/api/taxonomy`, by the path of the page, which is `explore` below it. A proxy may
 * have added a path of its own or a slash at the end. Two slashes at the beginning would name another server.
 */
export const basePathOf = (pathname: string): string => pathname.replace(/\/+explore\/*$/, "").replace(/^\/+/, "/")
