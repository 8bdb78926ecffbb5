import webPush, { WebPushError } from 'web-push'
import type { EndpointPolicy } from './endpoint-policy.ts'

/** What a notification shows: small, and free of names, addresses and amounts. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** A later notification with the same tag replaces an earlier one that nobody looked at. */
  readonly tag: string
  /** The path that a click opens. */
  readonly url: string
}

export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

interface VapidDetails {
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

/** Seconds that a push service keeps a message for a device that is off. */
const TIME_TO_LIVE_S = 24 * 60 * 60
const TIMEOUT_MS = 10_000

/** gone: the subscription will never work again. */
export type PushResult = 'delivered' | 'gone'

export class PushSender {
  readonly #vapid: VapidDetails
  readonly #policy: EndpointPolicy

  constructor(vapid: VapidDetails, policy: EndpointPolicy) {
    this.#vapid = vapid
    this.#policy = policy
  }

  get publicKey(): string {
    return this.#vapid.publicKey
  }

  get policy(): EndpointPolicy {
    return this.#policy
  }

  /** Sends one message to one device. Throws where a later try may succeed. */
  async send(to: PushSubscription, message: PushMessage): Promise<PushResult> {
    if (this.#policy.refuses(to.endpoint) !== undefined) return 'gone'
    try {
      await webPush.sendNotification(
        { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
        JSON.stringify(message),
        {
          vapidDetails: this.#vapid,
          agent: this.#policy.agent,
          TTL: TIME_TO_LIVE_S,
          timeout: TIMEOUT_MS,
          urgency: 'high',
        },
      )
      return 'delivered'
    } catch (error) {
      if (isGone(error)) return 'gone'
      throw error
    }
  }
}

/**
 * 404 and 410 mean unsubscribed (RFC 8030 section 7.3). A 403 does not: a wrong VAPID key gets it,
 * and a mistake in the configuration must not cost every user their subscription.
 */
function isGone(error: unknown): boolean {
  return error instanceof WebPushError && [404, 410].includes(error.statusCode)
}
