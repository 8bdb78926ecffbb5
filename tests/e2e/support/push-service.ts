import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

/** A browser's subscription with its private keys. */
export interface Device {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly open: (body: Buffer) => string
}

const PAUSE_MS = 50

/** Replaces the browser vendor's push service and records messages in order. */
export class PushService {
  readonly #devices = new Map<string, Device>()
  readonly #messages = new Map<string, string[]>()
  readonly #server = createServer()

  static async open(): Promise<PushService> {
    const service = new PushService()
    service.#server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const device = service.#devices.get(request.url ?? '')
        // The response for a subscription that the browser has dropped.
        if (!device) return void response.writeHead(410).end()
        service.#messages.get(device.endpoint)?.push(device.open(Buffer.concat(chunks)))
        response.writeHead(201).end()
      })
    })
    await new Promise<void>((listening) => service.#server.listen(0, '127.0.0.1', listening))
    return service
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  subscribe(): Device {
    const path = `/push/${randomBytes(12).toString('base64url')}`
    const device = { endpoint: `https://fcm.googleapis.com${path}`, ...newKeys() }
    this.#devices.set(path, device)
    this.#messages.set(device.endpoint, [])
    return device
  }

  /** Drops a subscription, as when a user revokes the permission. */
  drop(device: Device): void {
    this.#devices.delete(new URL(device.endpoint).pathname)
  }

  received(device: Device): readonly string[] {
    return this.#messages.get(device.endpoint) ?? []
  }

  /** Waits for the n-th message to a device. */
  async message(device: Device, nth = 1): Promise<string> {
    const deadline = Date.now() + WAIT_MS_MAX
    for (;;) {
      const message = this.received(device)[nth - 1]
      if (message !== undefined) return message
      if (Date.now() > deadline) throw new Error(`no push ${nth} came`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

function newKeys(): Pick<Device, 'p256dh' | 'auth' | 'open'> {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    open: (body) => decrypt(body, ecdh, auth),
  }
}

const KEY_LENGTH = 65

/** The single record of a push message. Source: RFC 8291 section 3.4, RFC 8188 section 2. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + KEY_LENGTH)
  const sealed = body.subarray(21 + KEY_LENGTH)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
    )
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // A delimiter closes the text; zeros after it are padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
