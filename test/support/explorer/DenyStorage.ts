/** A script that does what browsers do if a person blocks cookies. */
export const denyStorage = `
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("Denied", "SecurityError") } })
}`
