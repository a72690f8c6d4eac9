// Patterns without their schemas, for the client, which has no schemas at run time.

/** The id of a request. */
export const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/u

/** The version of the API, a path segment such as `v1`. */
export const apiVersionPattern = /^v[1-9]\d{0,8}$/u

/** `latest`, or a major, a minor or a full version. The `v` is optional. */
export const versionSelectorPattern = /^(?:latest|v?(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})$/u
