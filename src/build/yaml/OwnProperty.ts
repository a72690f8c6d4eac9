/** Sets a key of a map that came from outside. Assigning to `__proto__` would set the prototype instead of a key. */
export const setOwnProperty = (map: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__")
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true })
  else map[key] = value
}
