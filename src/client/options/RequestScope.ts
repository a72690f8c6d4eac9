/**
 * True on Cloudflare's runtime, where what a request of the program waits for ends with that request. So another request
 * cannot wait for it, and nothing goes on after a response.
 */
export const hasRequestScope = (globals: object): boolean => {
  const navigator: unknown = "navigator" in globals ? globals.navigator : undefined
  return (
    typeof navigator === "object" &&
    navigator !== null &&
    "userAgent" in navigator &&
    navigator.userAgent === "Cloudflare-Workers"
  )
}
