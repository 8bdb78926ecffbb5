import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, utf8 } from '@scure/base'
import {
  Address,
  OutScript,
  p2pkh,
  p2sh,
  p2wpkh,
  RawWitness,
  Script,
  Transaction,
} from '@scure/btc-signer'

/** Signs everything; taproot's default means the same without a byte. */
const SIGHASH_ALL = 1
const SIGHASH_DEFAULT = 0
const COMPACT_BYTES = 65
const SCHNORR_BYTES = 64
/** Includes its length byte. */
const LEGACY_PREFIX = '\u0018Bitcoin Signed Message:\n'

/**
 * Whether the owner of a Bitcoin address has signed a message: by BIP 322 (simple, for single-key
 * addresses of segwit version 0 and 1) or by the older BIP 137.
 *
 * @param signature base64
 */
export function isSignedByBitcoin(address: string, message: string, signature: string): boolean {
  try {
    const bytes = base64.decode(signature)
    return bytes.length === COMPACT_BYTES && isCompactHeader(bytes[0])
      ? isSignedLegacy(address, message, bytes)
      : isSignedSimple(address, message, bytes)
  } catch {
    // Text that is not a signature, and addresses of other kinds, do not verify.
    return false
  }
}

/**
 * BIP 137 headers. In BIP 322, a byte in this range would mean that many witness items, and a
 * single key has at most two.
 */
function isCompactHeader(header: number | undefined): boolean {
  return header !== undefined && header >= 27 && header <= 42
}

/** BIP 137: the key is recovered from the signature, and must be that of the address. */
function isSignedLegacy(address: string, message: string, bytes: Uint8Array): boolean {
  const header = bytes[0] as number
  const recovery = (header - 27) % 4
  const digest = sha256(sha256(legacyText(message)))
  const recovered = Uint8Array.of(recovery, ...bytes.subarray(1))
  const publicKey = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  // Wallets disagree about the header of segwit addresses, so any address form of the key is
  // accepted.
  return [
    p2pkh(publicKey).address,
    p2pkhUncompressed(uncompressed),
    p2wpkh(publicKey).address,
    p2sh(p2wpkh(publicKey)).address,
  ].includes(address)
}

function p2pkhUncompressed(publicKey: Uint8Array): string {
  const hash = ripemd160(sha256(publicKey))
  return Address().encode({ type: 'pkh', hash })
}

/** BIP 322: a transaction that can never be mined spends an output that commits to the message. */
function isSignedSimple(address: string, message: string, bytes: Uint8Array): boolean {
  const output = Address().decode(address)
  const script = OutScript.encode(output)
  const witness = RawWitness.decode(bytes)
  const toSign = transactionOver(messageTransaction(message, script))
  if (output.type === 'wpkh') return isSignedByKeyHash(toSign, { witness, hash: output.hash })
  if (output.type === 'tr')
    return isSignedByTaproot(toSign, { witness, script, key: output.pubkey })
  return false
}

function isSignedByKeyHash(
  toSign: Transaction,
  { witness, hash }: { witness: readonly Uint8Array[]; hash: Uint8Array },
): boolean {
  const [signature, publicKey, ...more] = witness
  if (!signature || !publicKey || more.length > 0 || signature.at(-1) !== SIGHASH_ALL) return false
  if (!isSame(ripemd160(sha256(publicKey)), hash)) return false
  const spent = OutScript.encode({ type: 'pkh', hash })
  const digest = toSign.preimageWitnessV0(0, spent, SIGHASH_ALL, 0n)
  const options = { prehash: false, format: 'der', lowS: false } as const
  return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, options)
}

function isSignedByTaproot(
  toSign: Transaction,
  spent: { witness: readonly Uint8Array[]; script: Uint8Array; key: Uint8Array },
): boolean {
  const [signature, ...more] = spent.witness
  if (!signature || more.length > 0) return false
  const type = signature.length === SCHNORR_BYTES ? SIGHASH_DEFAULT : signature[SCHNORR_BYTES]
  if (type !== SIGHASH_DEFAULT && type !== SIGHASH_ALL) return false
  const digest = toSign.preimageWitnessV1(0, [spent.script], type, [0n])
  return schnorr.verify(signature.subarray(0, SCHNORR_BYTES), digest, spent.key)
}

const LOOSE = {
  version: 0,
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  disableScriptCheck: true,
  allowUnknownVersion: true,
} as const

function messageTransaction(message: string, script: Uint8Array): string {
  const transaction = new Transaction(LOOSE)
  // Before the input: after a signed input is added, outputs can no longer be added.
  transaction.addOutput({ script, amount: 0n })
  const finalScriptSig = Script.encode(['OP_0', taggedHash('BIP0322-signed-message', message)])
  transaction.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig,
  })
  return transaction.id
}

function transactionOver(txid: string): Transaction {
  const transaction = new Transaction(LOOSE)
  transaction.addInput({ txid, index: 0, sequence: 0 })
  transaction.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  return transaction
}

/** Tagged hash of BIP 340. */
function taggedHash(tag: string, message: string): Uint8Array {
  const name = sha256(utf8.decode(tag))
  return sha256(Uint8Array.of(...name, ...name, ...utf8.decode(message)))
}

/** Bitcoin prefixes each text with its length; a message has at most a few hundred bytes. */
function legacyText(message: string): Uint8Array {
  const text = utf8.decode(message)
  const { length } = text
  const size = length < 0xfd ? [length] : [0xfd, length % 256, Math.floor(length / 256)]
  return Uint8Array.of(...utf8.decode(LEGACY_PREFIX), ...size, ...text)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
