import type { ClientRequest } from 'node:http'
import { request } from 'node:https'
import webPush from 'web-push'
import type { Secrets } from '#server/platform/secrets.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import type { EndpointPolicy } from './endpoint-policy.ts'

/** The content of a notification: short, and without names, addresses or amounts. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** A later notification replaces an earlier one with the same tag that was not opened. */
  readonly tag: string
  /** The path opened by a click. */
  readonly url: string
  /** The result that "Mark as read" acknowledges. */
  readonly acknowledges?: { readonly type: string; readonly id: string } | undefined
  /** The labels of its actions, if the recipient does not read English. */
  readonly actions?: { readonly open: string; readonly read: string } | undefined
  /** The number on the app icon. */
  readonly badge?: number
}

export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** How long a message is of interest, and a push service keeps it for a device that is off. */
export const PUSH_KEPT_MS = DAY_MS
/** From the DNS look-up to the status of the response. */
const TIMEOUT_MS = 3_000

/**
 * gone: the subscription will never work again. failed: the service did not respond in time or
 * correctly. refused: it refused the message, and a later attempt may succeed.
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
    async send(
      to: PushSubscription,
      message: PushMessage,
      timeToLiveMs: number,
    ): Promise<PushResult> {
      if (policy.refuses(to.endpoint) !== undefined) return 'gone'
      const { endpoint, p256dh, auth } = to
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails: settings.vapid, TTL: Math.ceil(timeToLiveMs / SECOND_MS), urgency: 'high' },
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
 * Sends the request here instead of with the library, whose timeout restarts with each received
 * byte and which keeps a response of any length in memory.
 *
 * @returns the status; undefined if none came in time
 */
function statusOf(sending: ClientRequest, body: Buffer | null): Promise<number | undefined> {
  return new Promise((resolve) => {
    sending.once('response', (response) => {
      resolve(response.statusCode)
      // Short responses are read, so that the connection can be reused for the next message.
      response.on('error', () => {}).resume()
    })
    sending.once('error', () => resolve(undefined))
    sending.end(body)
  })
}

/**
 * 404 and 410 mean unsubscribed (RFC 8030 section 7.3). Other refusals of the request, such as 403
 * for a wrong VAPID key or 429, are not the device's fault: a configuration mistake must not remove
 * every user's subscription.
 */
function resultOf(status: number | undefined): PushResult {
  if (status === 404 || status === 410) return 'gone'
  if (status === undefined || status >= 500) return 'failed'
  return status < 300 ? 'delivered' : 'refused'
}
