import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#server/platform/cipher.ts'
import type { Quote } from './decider.ts'

export interface SignedQuotes {
  /** The quote as a text that only a server with the key can have written. */
  sign(quote: Quote): string
  /** The quote in such a text; undefined for anything else. */
  open(token: string): Quote | undefined
}

/**
 * Quotes signed by the server. Most are never confirmed, so none is stored: the log holds only
 * conversions, and there is nothing to sweep.
 */
export function signedQuotes(masterKey: Buffer): SignedQuotes {
  const key = deriveKey(masterKey, 'conversion quotes')
  const signatureOf = (content: string) => createHmac('sha256', key).update(content).digest()
  return {
    sign(quote) {
      const content = Buffer.from(JSON.stringify(quote)).toString('base64url')
      return `${content}.${signatureOf(content).toString('base64url')}`
    },
    open(token) {
      const [content = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(content)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return JSON.parse(Buffer.from(content, 'base64url').toString()) as Quote
    },
  }
}
