import { expect } from 'vitest'

/**
 * Fails where a text says one of the secrets, in clear or in hexadecimal. A number counts only where
 * it stands by itself: ids, hashes and sealed bytes have any four digits in a row now and then.
 */
export function expectUnsaid(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (/^\d+$/.test(secret)) {
      expect(text).not.toMatch(new RegExp(`(?<!\\w)${secret}(?![\\w-])`))
    } else {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
  }
}
