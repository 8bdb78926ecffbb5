import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import { decimalField, idField, instantField, textField } from '#shared/contract/fields.ts'
import {
  momentField,
  pageOfLog,
  pageOfLogFields,
  positionField,
  provenEvent,
  zoneField,
} from '#shared/contract/proven-event.ts'
import { readText, textShape } from '#shared/contract/text.ts'

/** The event log as staff read it. Source: docs/product.md, Audit. */

/** staff: acts of staff. all: every event, of users and of the platform too. */
export const AUDITED_ACTS = ['staff', 'all'] as const

/** Filters of a list of acts. */
const filterFields = {
  acts: z.optional(z.enum(AUDITED_ACTS)),
  /** The member of staff or user who acted. */
  actor: z.optional(idField),
  /** The owner: a display id, an email address or a user id. */
  user: z.optional(textField(254)),
  /** An area of the platform, as the filters name it. */
  area: z.optional(textField(60)),
  /** A type of event. */
  type: z.optional(textField(80)),
  /** From this moment on. */
  from: z.optional(momentField),
  /** Before this moment. */
  to: z.optional(momentField),
}

/** A user or member of staff in the log; names are gone once the account is deleted. */
const auditedPerson = z.object({
  user_id: z.nullable(idField),
  display_id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type AuditedPerson = z.infer<typeof auditedPerson>

const auditedActor = z.object({
  kind: z.enum(['staff', 'user', 'system', 'visitor']),
  /** Null for the system and for visitors. */
  person: z.nullable(auditedPerson),
})
export type AuditedActor = z.infer<typeof auditedActor>

const auditLineFields = {
  position: positionField,
  /** When it was written into the log. */
  at: instantField,
  type: z.string(),
  /** "Deposit approved". */
  title: z.string(),
  /** The area of the platform. */
  area: z.string(),
  actor: auditedActor,
  /** The owner; null if there is none, as for a deposit address. */
  subject: z.nullable(auditedPerson),
  /** The amount named in the event; below zero where it debits the user. */
  money: z.nullable(z.object({ symbol: z.string(), amount: decimalField })),
  /** Details of the act: old and new values, amounts, items. */
  details: z.nullable(z.string()),
  details_text: z.optional(textShape),
  /** The reason that the actor gave. */
  reason: z.nullable(z.string()),
  /** Each of the things that one act concerns, in words: hidden entries. */
  entries: z.array(z.string()),
  stream: z.string(),
}

export const auditLine = z.object(auditLineFields)
export type AuditLine = z.infer<typeof auditLine>

/** What else an act did, in the reader's language. */
export function detailsOf({ details, details_text }: AuditLine): string | null {
  return details === null ? null : readText({ details, details_text }, 'details')
}

export const listAudit = get('/api/admin/audit', {
  summary: 'Who did what to whom, newest first; acts of staff, unless all are asked for',
  access: 'audit.read',
  query: z.object({ ...filterFields, ...pageOfLogFields }),
  response: z.extend(pageOfLog(auditLine), {
    /** The filter names a user who does not exist, so no act can match. */
    is_user_unknown: z.optional(z.literal(true)),
  }),
})

const auditFilters = z.object({
  /** All current and former staff who have acted. */
  staff: z.array(auditedPerson),
  areas: z.array(
    z.object({
      area: z.string(),
      label: z.string(),
      types: z.array(z.object({ type: z.string(), title: z.string() })),
    }),
  ),
})

export const readAuditFilters = get('/api/admin/audit/filters', {
  summary: 'What the audit can be narrowed to: members of staff, and types of acts by area',
  access: 'audit.read',
  response: auditFilters,
})

const auditedEvent = z.object({
  ...auditLineFields,
  decided_at: instantField,
  /** The request that caused it. */
  request_id: z.string(),
  /** The event or job that led to it. */
  causation: z.nullable(z.string()),
  /** Each transfer in words. */
  transfers: z.array(
    z.object({
      from: z.string(),
      from_text: z.optional(textShape),
      to: z.string(),
      to_text: z.optional(textShape),
      amount: z.string(),
      symbol: z.string(),
    }),
  ),
  /** The events of its stream around it, oldest first. */
  history: z.array(
    z.object({ version: z.number(), title: z.string(), at: instantField, actor: auditedActor }),
  ),
  /** How many events its stream has. */
  history_length: z.number(),
  event: provenEvent,
})
export type AuditedEvent = z.infer<typeof auditedEvent>

export const readAuditedEvent = get('/api/admin/audit/events/:position', {
  summary: 'One event of the log in full, with what proves it',
  access: 'audit.read',
  params: z.object({ position: positionField }),
  response: auditedEvent,
})

export const exportAudit = get('/api/admin/audit/export', {
  summary: 'The same acts as CSV, newest first, up to what is in the log now',
  access: 'audit.read',
  query: z.object({
    ...filterFields,
    zone: zoneField,
  }),
  raw: true,
  // An export reads as much data as hundreds of other responses.
  perMinute: 12,
})
