/** A UUID in canonical lower-case text form. */
export type Id = string

/**
 * A UUID version 7: sorts by the time it was made.
 *
 * @param epochMs the time of making
 * @param random 10 random bytes
 * Source: RFC 9562 section 5.7
 */
export function uuidV7(epochMs: number, random: Uint8Array): Id {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(epochMs / 2 ** 16))
  view.setUint16(4, epochMs % 2 ** 16)
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
