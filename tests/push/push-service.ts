import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { decrypt } from 'http_ece'
import type { EndpointPolicy } from '#server/platform/push/endpoint-policy.ts'

/** A subscribed device; it alone can decrypt messages to its endpoint. */
export interface TestDevice {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** Resolves with the next message, decrypted. */
  readonly next: () => Promise<Record<string, unknown>>
  /** How many received messages are unread. */
  readonly unread: () => number
}

/**
 * A local push service with the protocol of real ones: messages arrive over TLS, signed and
 * encrypted for one device. A shared key replaces the certificate.
 *
 * Source: RFC 8030, RFC 8291, RFC 8292
 */
export async function startPushService() {
  const devices = new Map<string, (body: Buffer) => void>()
  const gone = new Set<string>()
  const silent = new Set<string>()
  const unanswered: string[] = []
  const sharedKey = randomBytes(32)
  const tls = {
    ciphers: 'PSK-AES128-GCM-SHA256',
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
  } as const
  const server = createServer({ ...tls, pskCallback: () => sharedKey }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const receive = devices.get(path)
      const isSigned = /^vapid t=\S+, ?k=\S+$/.test(request.headers.authorization ?? '')
      if (!isSigned) return void response.writeHead(403).end()
      if (silent.has(path)) return void unanswered.push(path)
      if (!receive || gone.has(path)) return void response.writeHead(410).end()
      receive(Buffer.concat(chunks))
      response.writeHead(201).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const policy: EndpointPolicy = {
    refuses: (endpoint) => (endpoint.startsWith(`${origin}/`) ? undefined : 'is not ours'),
    agent: new Agent({
      ...tls,
      pskCallback: () => ({ psk: sharedKey, identity: 'push' }),
      checkServerIdentity: () => undefined,
    }),
  }
  return {
    policy,
    newDevice: () => newDevice(origin, devices),
    /** Messages to the device arrive but never get a response. */
    silence: ({ endpoint }: TestDevice) => silent.add(new URL(endpoint).pathname),
    /** How many messages were left without a response. */
    unanswered: () => unanswered.length,
    /** Unsubscribes the device. */
    end: ({ endpoint }: TestDevice) => gone.add(new URL(endpoint).pathname),
    stop: () => {
      policy.agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

function newDevice(origin: string, devices: Map<string, (body: Buffer) => void>): TestDevice {
  const path = `/${randomBytes(8).toString('hex')}`
  const privateKey = createECDH('prime256v1')
  const publicKey = privateKey.generateKeys()
  const authSecret = randomBytes(16)
  const messages: Record<string, unknown>[] = []
  let arrived = Promise.withResolvers<void>()
  devices.set(path, (body) => {
    const plain = decrypt(body, { version: 'aes128gcm', privateKey, authSecret })
    messages.push(JSON.parse(plain.toString('utf8')))
    arrived.resolve()
  })
  return {
    endpoint: `${origin}${path}`,
    keys: {
      p256dh: publicKey.toString('base64url'),
      auth: authSecret.toString('base64url'),
    },
    unread: () => messages.length,
    async next() {
      if (messages.length === 0) await arrived.promise
      arrived = Promise.withResolvers()
      return messages.shift() as Record<string, unknown>
    },
  }
}
