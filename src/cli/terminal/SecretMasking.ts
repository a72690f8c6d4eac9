import { maskApiKeys } from "../../domain/keys/ApiKeyMasking.ts"

/** Masks passwords in addresses, private keys and API keys in the value of an option. Also in invalid addresses. */
export const maskSecrets = (text: string): string =>
  maskApiKeys(
    text
      .replace(isWebUrl.test(text) ? webPassword : otherPassword, `$1${mask}@`)
      .replaceAll(passwordParameter, `$1${mask}`)
      .replaceAll(privateKey, `$1${mask}`)
  )

const mask = "***"

const isWebUrl = /^https?:/i

const webPassword = /^([a-z]+:\/\/[^:/?#@]*:)[^/?#]*@/i

// A slash or a question mark that is not encoded is a part of the password, up to the last @.
const otherPassword = /^(["'\s]*(?:[a-z][a-z0-9+.:-]*:\/\/)?[^:/?#@]*:)(?!\/\/).*@/is

const passwordParameter = /((?:^|[?&;\s])[^=&#;\s]*password\s*=\s*)(?:'[^']*'|[^&#;\s]*)/gi

const privateKey = /(PRIVATE\+KEY\+).*/gs
