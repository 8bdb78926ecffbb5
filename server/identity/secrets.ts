import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** A new 256-bit secret as people and programs carry it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: enough to recognise it, useless to whoever reads it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Secrets that follow from the server's master key, each purpose with a key of its own. */
export interface ServerSecrets {
  /**
   * The one token that belongs to a purpose and a subject: made again whenever it is needed, so that
   * nobody has to store it. Nobody can make it without the master key.
   */
  tokenFor(purpose: string, subject: string): string
  /** Encrypts what must be read again; `owner` is bound to it, so that it cannot be moved. */
  encrypt(plain: string, owner: string): Buffer
  decrypt(sealed: Buffer, owner: string): string
}

export function serverSecrets(masterKey: Buffer): ServerSecrets {
  const tokenKey = derive(masterKey, 'identity tokens')
  const cipherKey = derive(masterKey, 'identity secrets at rest')
  return {
    tokenFor: (purpose, subject) =>
      createHmac('sha256', tokenKey).update(`${purpose}\0${subject}`).digest('base64url'),
    encrypt(plain, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    decrypt(sealed, owner) {
      const iv = sealed.subarray(0, IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, iv)
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const plain = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
      return Buffer.concat([plain, decipher.final()]).toString('utf8')
    },
  }
}

function derive(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
}
