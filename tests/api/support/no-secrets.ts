import { expect } from 'vitest'

/**
 * Fails if a text contains one of the secrets, in clear or in hexadecimal. A number counts only as
 * a separate word, because ids, hashes and encrypted bytes contain random digits.
 */
export function expectNoSecrets(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (/^\d+$/.test(secret)) {
      expect(text).not.toMatch(new RegExp(`(?<!\\w)${secret}(?![\\w-])`))
    } else {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
  }
}
