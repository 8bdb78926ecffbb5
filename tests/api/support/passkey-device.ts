import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion, Attestation } from '#shared/contract/passkeys.ts'

type Options = Readonly<Record<string, unknown>>

/** Present and verified; 0x40: the data of a new credential follows. */
const FLAGS = 0b101
const NEW_CREDENTIAL = 0x40

/** An authenticator with one passkey, in software. */
export class PasskeyDevice {
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(32).toString('base64url')
  readonly #origin: string
  /** Signatures so far. A test sets it back to simulate a copied passkey. */
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  create({ options }: { options: Options }): Attestation {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, id, publicKey])
    const { rp } = options as { rp: { id: string } }
    const authData = Buffer.concat([this.#authenticatorData(rp.id, NEW_CREDENTIAL), credential])
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    )
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  sign({ options }: { options: Options }): Assertion {
    this.counter += 1
    const clientDataJSON = this.#clientData('webauthn.get', options)
    const data = this.#authenticatorData((options as { rpId: string }).rpId)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#key.privateKey)
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' } as const
  }

  #clientData(type: string, { challenge }: Options): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #authenticatorData(site: string, moreFlags = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = Buffer.from([FLAGS | moreFlags])
    return Buffer.concat([createHash('sha256').update(site).digest(), flags, counter])
  }
}
