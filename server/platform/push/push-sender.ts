import webPush, { WebPushError } from 'web-push'
import type { Secrets } from '#server/platform/secrets.ts'
import type { EndpointPolicy } from './endpoint-policy.ts'

/** What a notification shows: small, and free of names, addresses and amounts. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** A later notification replaces an earlier unread one with the same tag. */
  readonly tag: string
  /** The path that a click opens. */
  readonly url: string
}

export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Seconds that a push service keeps a message for a device that is off. */
const TIME_TO_LIVE_S = 24 * 60 * 60
const TIMEOUT_MS = 10_000

export type PushSender = ReturnType<typeof openPushSender>

/** Sends notifications to the devices of users through their browsers' push services. */
export function openPushSender(vapidDetails: Secrets['vapid'], policy: EndpointPolicy) {
  return {
    publicKey: vapidDetails.publicKey,
    policy,
    /**
     * Sends one message to one device. Throws where a later try may succeed.
     *
     * @returns "gone" where the subscription will never work again
     */
    async send(to: PushSubscription, message: PushMessage): Promise<'delivered' | 'gone'> {
      if (policy.refuses(to.endpoint) !== undefined) return 'gone'
      const { endpoint, p256dh, auth } = to
      const options = { TTL: TIME_TO_LIVE_S, timeout: TIMEOUT_MS, urgency: 'high' } as const
      try {
        await webPush.sendNotification(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(message),
          { vapidDetails, agent: policy.agent, ...options },
        )
        return 'delivered'
      } catch (error) {
        if (isGone(error)) return 'gone'
        throw error
      }
    },
  }
}

/**
 * 404 and 410 mean unsubscribed (RFC 8030 section 7.3). A 403 does not: a wrong VAPID key gets it,
 * and a mistake in the configuration must not cost every user their subscription.
 */
function isGone(error: unknown): boolean {
  return error instanceof WebPushError && [404, 410].includes(error.statusCode)
}
