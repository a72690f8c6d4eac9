/** The version of the package, which the service may see in its logs. */
export const clientVersion = "0.1.0"
