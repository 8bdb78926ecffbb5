import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts what is read as a stream. One tag at the end would let a reader see bytes before it knows
 * that they are genuine; here each frame has a tag and can be decrypted separately, only in its
 * place.
 *
 * Shape   8 random bytes, then frames: 16 bytes of tag and as many as the plain text has, 64 KiB in
 *         all but the last
 * Source  Hoang, Reyhanitabar, Rogaway, Vizár: Online Authenticated-Encryption and its Nonce-Reuse
 *         Misuse-Resistance, 2015, section 7 (STREAM)
 */
const PREFIX_BYTES = 8
const TAG_BYTES = 16
const FRAME_BYTES = 64 * 1024

export function framedLength(plainBytes: number): number {
  return PREFIX_BYTES + plainBytes + TAG_BYTES * framesOf(plainBytes)
}

/** @param context bound to the result, which cannot be decrypted with another */
export function sealFrames(key: Buffer, plain: Buffer, context: string): Buffer {
  const prefix = randomBytes(PREFIX_BYTES)
  const count = framesOf(plain.length)
  const frames = Array.from({ length: count }, (_, number) => {
    const nonce = nonceOf(prefix, number, number === count - 1)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
    const start = number * FRAME_BYTES
    const sealed = cipher.update(plain.subarray(start, start + FRAME_BYTES))
    cipher.final()
    return [cipher.getAuthTag(), sealed]
  })
  return Buffer.concat([prefix, ...frames.flat()])
}

/** @throws if the key or the context is different, a byte was changed, or the end is missing */
export async function* openFrames(
  key: Buffer,
  sealed: AsyncIterable<Buffer>,
  context: string,
): AsyncGenerator<Buffer> {
  const whole = TAG_BYTES + FRAME_BYTES
  let number = 0
  let rest: Buffer = Buffer.alloc(0)
  let prefix: Buffer | undefined
  const open = (frame: Buffer, isLast: boolean) => {
    if (!prefix || frame.length < TAG_BYTES) throw new Error('an encrypted object is too short')
    const nonce = nonceOf(prefix, number, isLast)
    number += 1
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
    decipher.setAuthTag(frame.subarray(0, TAG_BYTES))
    const plain = decipher.update(frame.subarray(TAG_BYTES))
    decipher.final()
    return plain
  }
  for await (const chunk of sealed) {
    rest = Buffer.concat([rest, chunk])
    if (!prefix && rest.length >= PREFIX_BYTES) {
      prefix = rest.subarray(0, PREFIX_BYTES)
      rest = rest.subarray(PREFIX_BYTES)
    }
    // A frame is the last one if nothing follows, so a complete frame is kept until the next byte.
    while (prefix && rest.length > whole) {
      yield open(rest.subarray(0, whole), false)
      rest = rest.subarray(whole)
    }
  }
  yield open(rest, true)
}

/** An empty text has one empty frame, which authenticates its end. */
function framesOf(plainBytes: number): number {
  return Math.max(1, Math.ceil(plainBytes / FRAME_BYTES))
}

/** Twelve bytes that are unique among the frames under this key. */
function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce)
  // The highest bit marks the last frame, so that an object cannot be truncated.
  nonce.writeUInt32BE(number + (isLast ? 0x80_00_00_00 : 0), PREFIX_BYTES)
  return nonce
}
