import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import {
  balance,
  decimalField,
  instantField,
  symbolField,
  userIdParams,
} from '#shared/contract/fields.ts'
import {
  momentField,
  pageOfLog,
  pageOfLogFields,
  positionField,
  provenEvent,
  zoneField,
} from '#shared/contract/proven-event.ts'
import { readText, textShape } from '#shared/contract/text.ts'
import { ACTIVITY_KINDS } from '#shared/rules/activity.ts'

/**
 * Everything that moved a user's balances, and what they were.
 *
 * Source: docs/product.md, Activity and statements
 */

const dayField = z.iso.date().check(z.regex(/^20/))

/** An amount before an event and after it. */
const changed = z.object({ before: decimalField, after: decimalField })

/** What one event did to one asset of the user. */
export const activityLine = z.object({
  position: positionField,
  type: z.string(),
  kind: z.enum(ACTIVITY_KINDS),
  /** What happened, in a few words. */
  title: z.string(),
  /** The same for readers of other languages than English. */
  title_text: z.optional(textShape),
  /** When it was written into the log. */
  at: instantField,
  symbol: z.string(),
  /** Signed change of available plus frozen; "0" if the amount only moved between them. */
  amount: decimalField,
  available: changed,
  frozen: changed,
})
export type ActivityLine = z.infer<typeof activityLine>

/** What happened, in the reader's language. */
export function titleOf(line: Pick<ActivityLine, 'title' | 'title_text'>): string {
  return readText(line, 'title')
}

export const listActivity = get('/api/activity/:userId', {
  summary: 'Everything that moved a balance of one user, newest first',
  access: 'own',
  query: z.object({
    kind: z.optional(z.enum(ACTIVITY_KINDS)),
    symbol: z.optional(symbolField),
    /** From this moment on. */
    from: z.optional(momentField),
    /** Before this moment. */
    to: z.optional(momentField),
    /** The limit counts events, some of which have two lines. */
    ...pageOfLogFields,
  }),
  response: pageOfLog(activityLine),
})

/** Staff appear by display id only, never by name. */
const actor = z.object({
  kind: z.enum(['user', 'staff', 'system', 'visitor']),
  display_id: z.nullable(z.string()),
})
export type Actor = z.infer<typeof actor>

const activityReason = z.object({
  title: z.string(),
  kind: z.enum(ACTIVITY_KINDS),
  /** The decision, in plain words. */
  reason: z.string(),
  title_text: z.optional(textShape),
  reason_text: z.optional(textShape),
  by: actor,
  decided_at: instantField,
  recorded_at: instantField,
  /** The request that caused it; support asks for this id. */
  request_id: z.string(),
  lines: z.array(activityLine),
  /** The events of its stream around it, oldest first. */
  history: z.array(
    z.object({ version: z.number(), title: z.string(), at: instantField, by: actor }),
  ),
  /** How many events its stream has; absent in responses stored by an earlier version. */
  history_length: z.optional(z.number()),
  event: provenEvent,
})
export type ActivityReason = z.infer<typeof activityReason>

/** The decision, in the reader's language. */
export function reasonOf(reason: ActivityReason): string {
  return readText(reason, 'reason')
}

export const explainActivity = get('/api/activity/:userId/:position', {
  summary: 'Why a balance moved: the event, who decided, and what proves it',
  access: 'own',
  params: z.extend(userIdParams, { position: positionField }),
  response: activityReason,
})

const securityEvent = z.object({
  position: positionField,
  title: z.string(),
  at: instantField,
  by: actor,
})
export type SecurityEvent = z.infer<typeof securityEvent>

export const listSecurityEvents = get('/api/activity/:userId/security', {
  summary: 'What changed the protection of one account, newest first',
  access: 'own',
  query: z.object(pageOfLogFields),
  response: pageOfLog(securityEvent),
})

const balancesAsOf = z.object({
  at: instantField,
  /** The last position of the log at that moment. */
  position: positionField,
  balances: z.array(balance),
})
export type BalancesAsOf = z.infer<typeof balancesAsOf>

export const readBalancesAt = get('/api/balances/:userId', {
  summary: 'What a user had at a moment, from the log; now, unless one is named',
  access: 'own',
  query: z.object({ at: z.optional(momentField) }),
  response: balancesAsOf,
})

export const readStatement = get('/api/statement/:userId', {
  summary: 'A statement as CSV: opening balances, each movement, closing balances',
  access: 'own',
  query: z.object({
    /** The first and the last day, in the calendar of the zone. */
    from: dayField,
    to: dayField,
    zone: zoneField,
  }),
  raw: true,
  // A statement reads as much data as hundreds of other responses.
  perMinute: 12,
})
