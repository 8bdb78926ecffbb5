import { isOpenStore } from '#server/platform/open-http.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { parsePlace, type StoreAddress } from '#server/platform/stores/store-address.ts'

/**
 * Parses an address from the command line, under the rules of the settings.
 *
 * @throws StartupError that quotes it without credentials
 */
export function givenAddress(text: string, read: (text: string) => StoreAddress): StoreAddress {
  try {
    const address = read(text)
    if (process.env.NODE_ENV !== 'production' || !isOpenStore(address)) return address
    throw new StartupError('in production, its endpoint needs https:, except on the loopback')
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    const quoted = text.replace(/\/\/[^/]*@/, '//…@')
    throw new StartupError(`"${quoted}" cannot be used: ${error.message}.`)
  }
}

/** @param text a folder or an S3 address @throws StartupError if it is invalid */
export function givenPlace(text: string): StoreAddress {
  return givenAddress(text, parsePlace)
}
