import { expect, test } from 'vitest'
import * as z from 'zod'
import { presentAct } from '#server/features/audit/present.ts'
import { FEATURES } from '#server/features/index.ts'
import type { AuditLine } from '#shared/contract/audit.ts'

const HISTORY = 'what it ends is in the history of its stream'
const PERSONAL = 'what it changed is personal and never in an event'
const OF_ONE = 'the title says all of it: it concerns one user or one request'

/** Types whose lines show only title, actor and user. Staff can cause most of them. */
const NOTHING_MORE: Readonly<Record<string, string>> = {
  UserSignedUp: OF_ONE,
  EmailConfirmed: OF_ONE,
  ResetLinkSent: OF_ONE,
  SecondFactorEnabled: OF_ONE,
  SecondFactorDisabled: OF_ONE,
  SessionReused: OF_ONE,
  SessionCopied: OF_ONE,
  NameChanged: PERSONAL,
  PasskeyAdded: PERSONAL,
  PasskeyRenamed: PERSONAL,
  PasskeyRemoved: PERSONAL,
  RecoveryCodesRenewed: OF_ONE,
  UserDisabled: OF_ONE,
  UserEnabled: OF_ONE,
  UserDeleted: OF_ONE,
  KycSubmitted: PERSONAL,
  KycApproved: OF_ONE,
  DepositAcknowledged: OF_ONE,
  WithdrawalAcknowledged: OF_ONE,
  LoanCancelled: OF_ONE,
  WithdrawalSendingStopped: HISTORY,
  FuturesHidden: 'the act before it names each entry',
  EntryHidden: 'the act before it names each entry',
  AdjustmentDropped: HISTORY,
  SecondFactorResetDropped: HISTORY,
  SavedAddressRenamed: PERSONAL,
  SavedAddressRemoved: HISTORY,
  AllowlistTurnedOn: OF_ONE,
  UrgencyCleared: OF_ONE,
  ConversationClosed: OF_ONE,
  ConversationReopened: OF_ONE,
  StaffSignedIn: OF_ONE,
  SigningResumed: HISTORY,
  LiabilitiesRequested: 'it asks for a statement of everything',
  LiabilitiesPublished: 'the statement is public, and too long for a line',
}

test('every event type has details, or a reason for having none', () => {
  const silent = [...FEATURES.catalog].flatMap(([type, { schema }]) => {
    const { money, reason, details, entries } = lineOf(type, sampleOf(schema, 'full'))
    return money || reason || details || entries.length > 0 ? [] : [type]
  })
  const whatToDo = 'say what it did in audit.details of its feature, or why not in NOTHING_MORE'
  expect(silent.sort(), whatToDo).toEqual(Object.keys(NOTHING_MORE).sort())
})

test('a line can be written for an event without any optional field', () => {
  for (const [type, { schema }] of FEATURES.catalog) {
    expect(lineOf(type, sampleOf(schema, 'sparse')).type).toBe(type)
  }
})

test('an adjustment shows its sign, and all of its assets', () => {
  const adjusted = (...changes: readonly unknown[]) =>
    lineOf('PortfolioAdjusted', { purpose: 'edit', reason: 'missed deposit', changes })
  const credit = { symbol: 'USDT', direction: 'credit', amount: '5000' }
  const debit = { symbol: 'BTC', direction: 'debit', amount: '0.1' }
  expect(adjusted(credit)).toMatchObject({
    money: { symbol: 'USDT', amount: '5000' },
    details: '+5,000 USDT',
  })
  expect(adjusted(debit)).toMatchObject({ money: { symbol: 'BTC', amount: '-0.1' } })
  expect(adjusted(credit, debit).money).toBeNull()
  expect(adjusted(credit, debit).details).toMatch(/^\+5,000 USDT, .0\.1 BTC$/)
})

function lineOf(type: string, data: unknown): AuditLine {
  const row = {
    position: '1',
    stream: 'stream-1',
    type,
    schema_version: FEATURES.catalog.get(type)?.version ?? 1,
    data,
    metadata: { actor: { kind: 'system' as const }, at: AT, correlation: 'test' },
    recorded_at: new Date(AT),
    subject: null,
  }
  const noPeople = { byId: () => undefined, byNumber: () => undefined }
  return presentAct({ areas: FEATURES.auditAreas, catalog: FEATURES.catalog }, row, noPeople)
}

const AT = '2026-01-31T09:00:00.000Z'

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
}

/** full: with all optional fields. sparse: without them, and with null where that is allowed. */
type Kind = 'full' | 'sparse'

function sampleOf(schema: z.core.$ZodType, kind: Kind): unknown {
  return sampled(z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema, '', kind)
}

function sampled(schema: JsonSchema, name: string, kind: Kind): unknown {
  const { anyOf, items = {}, properties = {}, required = [] } = schema
  if (anyOf) {
    const chosen = anyOf.find(({ type }) => (type === 'null') === (kind === 'sparse'))
    return sampled(chosen ?? anyOf[0] ?? {}, name, kind)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const types = [schema.type].flat()
  if (types.includes('null') && (kind === 'sparse' || types.length === 1)) return null
  if (types.includes('object')) {
    const named = Object.entries(properties).filter(
      ([each]) => kind === 'full' || required.includes(each),
    )
    return Object.fromEntries(named.map(([each, of]) => [each, sampled(of, each, kind)]))
  }
  if (types.includes('array')) return [sampled(items, name, kind)]
  if (types.includes('string')) return stringOf(name)
  return types.includes('boolean') ? true : 7
}

function stringOf(name: string): string {
  if (/At$|^at$|^until$|^asOf$/.test(name)) return AT
  if (/amount|value|above|price/i.test(name)) return '12.5'
  return name === 'symbol' ? 'USDT' : name
}
