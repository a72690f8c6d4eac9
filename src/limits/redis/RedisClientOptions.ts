import * as Redacted from "effect/Redacted"
import type { RedisAddress } from "./RedisAddress.ts"

/** The options of a client that connects once, within a time in milliseconds, and sends nothing before that. */
export const redisClientOptions = (address: RedisAddress, connectTimeout: number) =>
  ({
    ...(address.username !== undefined && { username: address.username }),
    ...(address.password !== undefined && { password: Redacted.value(address.password) }),
    database: address.database,
    socket: {
      host: address.host,
      port: address.port,
      ...(address.tls && { tls: true as const }),
      connectTimeout,
      reconnectStrategy: false
    },
    // Every server and proxy supports the older protocol, which is sufficient here.
    RESP: 2,
    maintNotifications: "disabled",
    disableClientInfo: true,
    disableOfflineQueue: true
  }) as const
