import { hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { verifyEd25519, verifyPortably } from '#shared/proofs/verify-ed25519.ts'

/** Source: RFC 8032, section 7.1, tests 1 to 3. */
const VECTORS = [
  {
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
].map(({ key, message, signature }) => ({
  key: hex.decode(key),
  message: hex.decode(message),
  signature: hex.decode(signature),
}))

describe.each([
  ['the platform', verifyEd25519],
  ['portable code', verifyPortably],
])('signatures checked by %s', (_, verify) => {
  test('are accepted if they were made with the key', async () => {
    for (const { key, message, signature } of VECTORS) {
      expect(await verify(signature, message, key)).toBe(true)
    }
  })

  test('are refused for another message or key, or with any bit changed', async () => {
    const [first, second] = VECTORS as [(typeof VECTORS)[0], (typeof VECTORS)[0]]
    const { key, message, signature } = second
    expect(await verify(signature, Uint8Array.of(0x73), key)).toBe(false)
    expect(await verify(signature, message, first.key)).toBe(false)
    for (let at = 0; at < signature.length; at += 1) {
      const changed = signature.with(at, (signature[at] as number) ^ 1)
      expect(await verify(changed, message, key), `byte ${at}`).toBe(false)
    }
  })

  test('are refused, without an error, if the key or the signature has a wrong length', async () => {
    const [{ key, message, signature }] = VECTORS as [(typeof VECTORS)[0]]
    expect(await verify(signature.subarray(1), message, key)).toBe(false)
    expect(await verify(signature, message, key.subarray(1))).toBe(false)
    expect(await verify(new Uint8Array(0), message, new Uint8Array(0))).toBe(false)
  })

  test('are refused if key and signature are of small order, which fit many messages', async () => {
    const identity = Uint8Array.of(1, ...new Uint8Array(31))
    const signature = Uint8Array.of(...identity, ...new Uint8Array(32))
    expect(await verify(signature, Uint8Array.of(1, 2, 3), identity)).toBe(false)
  })
})
