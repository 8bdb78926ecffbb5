/** Bytes encrypted with AES-GCM. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** @param purpose what the bytes are: they can be decrypted only for the same purpose */
export async function seal(key: CryptoKey, plain: BufferSource, purpose: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, sealed: await crypto.subtle.encrypt(algorithmOf(iv, purpose), key, plain) }
}

/** Rejects if the key or the purpose is wrong. */
export function unseal(
  key: CryptoKey,
  { iv, sealed }: Sealed,
  purpose: string,
): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(algorithmOf(iv, purpose), key, sealed)
}

function algorithmOf(iv: Uint8Array<ArrayBuffer>, purpose: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(purpose) }
}
