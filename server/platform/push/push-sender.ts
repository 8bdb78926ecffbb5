import type { ClientRequest } from 'node:http'
import { request } from 'node:https'
import webPush from 'web-push'
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
  /** The result that "Mark as read" acknowledges. */
  readonly acknowledges?: { readonly type: string; readonly id: string } | undefined
  /** The labels of its actions, for a recipient who does not read English. */
  readonly actions?: { readonly open: string; readonly read: string } | undefined
  /** What the app's icon counts. */
  readonly badge?: number
}

export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Seconds that a push service keeps a message for a device that is off. */
const TIME_TO_LIVE_S = 24 * 60 * 60
/** From the look-up of the name to the status of the answer. */
const TIMEOUT_MS = 3_000

/**
 * gone: the subscription will never work again. failed: the service did not answer in time or not
 * properly. refused: it refused the message, and a later try may succeed.
 */
export type PushResult = 'delivered' | 'gone' | 'failed' | 'refused'

export type PushSender = ReturnType<typeof openPushSender>

/** Sends notifications to the devices of users through their browsers' push services. */
export function openPushSender(settings: Pick<Secrets, 'vapid'>, policy: EndpointPolicy) {
  return {
    get publicKey() {
      return settings.vapid.publicKey
    },
    policy,
    /** Sends one message to one device. */
    async send(to: PushSubscription, message: PushMessage): Promise<PushResult> {
      if (policy.refuses(to.endpoint) !== undefined) return 'gone'
      const { endpoint, p256dh, auth } = to
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails: settings.vapid, TTL: TIME_TO_LIVE_S, urgency: 'high' },
      )
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const status = await statusOf(
        request(endpoint, { method, headers, agent: policy.agent, signal }),
        body,
      )
      return resultOf(status)
    },
  }
}

/**
 * Sends the request here rather than by the library, whose timeout restarts with each byte that
 * arrives and which keeps an answer of any length in memory.
 *
 * @returns the status; undefined where none came in time
 */
function statusOf(sending: ClientRequest, body: Buffer | null): Promise<number | undefined> {
  return new Promise((resolve) => {
    sending.once('response', (response) => {
      resolve(response.statusCode)
      // Short answers are read, so that the connection serves the next message.
      response.on('error', () => {}).resume()
    })
    sending.once('error', () => resolve(undefined))
    sending.end(body)
  })
}

/**
 * 404 and 410 mean unsubscribed (RFC 8030 section 7.3). Other refusals of the request, such as 403
 * for a wrong VAPID key or 429, are no fault of the device: a mistake in the configuration must not
 * cost every user their subscription.
 */
function resultOf(status: number | undefined): PushResult {
  if (status === 404 || status === 410) return 'gone'
  if (status === undefined || status >= 500) return 'failed'
  return status < 300 ? 'delivered' : 'refused'
}
