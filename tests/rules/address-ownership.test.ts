import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base64, createBase58check, hex, utf8 } from '@scure/base'
import { p2pkh } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { isSignedByBitcoin } from '#server/features/reserves/bitcoin-message.ts'
import { isSignedByEthereum, isSignedByTron } from '#server/features/reserves/recovered-message.ts'

// The vectors of BIP 322.
const SEGWIT = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const OF_NOTHING =
  'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
const OF_HELLO =
  'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
const TAPROOT_HELLO =
  'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ=='

describe('a Bitcoin address', () => {
  test.each([
    ['segwit, nothing', SEGWIT, '', OF_NOTHING],
    ['segwit, a text', SEGWIT, 'Hello World', OF_HELLO],
    ['taproot, a text', TAPROOT, 'Hello World', TAPROOT_HELLO],
  ])('has made the signature of the BIP 322 test vector: %s', (_, address, message, signature) => {
    expect(isSignedByBitcoin(address, message, signature)).toBe(true)
    expect(isSignedByBitcoin(address, `${message}!`, signature)).toBe(false)
  })

  test('has not made the signature of another address', () => {
    expect(isSignedByBitcoin(TAPROOT, 'Hello World', OF_HELLO)).toBe(false)
    expect(isSignedByBitcoin(SEGWIT, 'Hello World', TAPROOT_HELLO)).toBe(false)
  })

  test('may sign in the legacy form', () => {
    const secret = new Uint8Array(32).fill(3)
    const publicKey = secp256k1.getPublicKey(secret)
    const message = 'Keel'
    const text = utf8.decode(`\u0018Bitcoin Signed Message:\n\u0004${message}`)
    const digest = sha256(sha256(text))
    const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
    const header = 31 + (signature[0] as number)
    const compact = base64.encode(Uint8Array.of(header, ...signature.subarray(1)))
    const address = p2pkh(publicKey).address as string
    expect(isSignedByBitcoin(address, message, compact)).toBe(true)
    expect(isSignedByBitcoin(address, 'Other', compact)).toBe(false)
    expect(isSignedByBitcoin('1BoatSLRHtKNngkdXEeobR76b53LETtpyT', message, compact)).toBe(false)
  })

  test.each(['', 'not base64', 'AAAA', OF_HELLO.slice(0, 40)])('has not signed by %j', (text) => {
    expect(isSignedByBitcoin(SEGWIT, 'Hello World', text)).toBe(false)
  })
})

describe('an account', () => {
  const secret = new Uint8Array(32).fill(5)
  const point = secp256k1.getPublicKey(secret, false)
  const account = keccak_256(point.subarray(1)).subarray(-20)

  function signed(prefix: string, message: string): string {
    const text = utf8.decode(`${prefix}${message.length}${message}`)
    const signature = secp256k1.sign(keccak_256(text), secret, {
      prehash: false,
      format: 'recovered',
    })
    return `0x${hex.encode(signature.subarray(1))}${(27 + (signature[0] as number)).toString(16)}`
  }

  test('of Ethereum owns the signatures made with its key', () => {
    const address = `0x${hex.encode(account)}`
    const signature = signed('\u0019Ethereum Signed Message:\n', 'Keel')
    expect(isSignedByEthereum(address, 'Keel', signature)).toBe(true)
    expect(isSignedByEthereum(address, 'Other', signature)).toBe(false)
    expect(isSignedByEthereum(`0x${'1'.repeat(40)}`, 'Keel', signature)).toBe(false)
    expect(isSignedByTron(address, 'Keel', signature)).toBe(false)
  })

  test('of TRON owns the signatures made with its key', () => {
    const address = createBase58check(sha256).encode(Uint8Array.of(0x41, ...account))
    const signature = signed('\u0019TRON Signed Message:\n', 'Keel')
    expect(isSignedByTron(address, 'Keel', signature)).toBe(true)
    expect(isSignedByTron(address, 'Other', signature)).toBe(false)
  })

  test.each(['', '0x', `0x${'0'.repeat(130)}`, `0x${'f'.repeat(130)}`])(
    'has not signed by %j',
    (text) => {
      expect(isSignedByEthereum(`0x${hex.encode(account)}`, 'Keel', text)).toBe(false)
    },
  )
})

// The account of the first key of the well-known test phrase "test test … junk", and a signature by
// the reference wallet.
test('a signature by a real wallet is accepted', () => {
  expect(
    isSignedByEthereum(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'hello world',
      '0xa461f509887bd19e312c0c58467ce8ff8e300d3c1a90b608a760c5b80318eaf15fe57c96f9175d6cd4daad4663763baa7e78836e067d0163e9a2ccf2ff753f5b1b',
    ),
  ).toBe(true)
})
