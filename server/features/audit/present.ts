import { upcast } from '#server/events/catalog.ts'
import { titleOfType } from '#server/events/event-title.ts'
import type { Metadata } from '#server/events/log.ts'
import type { AuditArea } from '#server/feature.ts'
import { assetOfAccount, isFrozen, ownerOfAccount } from '#server/ledger/chart.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { AuditedRow } from '#server/queries/audit-lines.ts'
import { type EventProof, provenEvent, type StreamSteps } from '#server/queries/event-proof.ts'
import { type NamedUser, namedByIds, namedByNumbers } from '#server/queries/people.ts'
import type { Services } from '#server/services.ts'
import type {
  AuditedActor,
  AuditedEvent,
  AuditedPerson,
  AuditLine,
} from '#shared/contract/audit.ts'
import { textFields } from '#shared/contract/text.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { SECOND_PERSON_REASONS } from '#shared/rules/second-approval.ts'
import type { Text } from '#shared/text/t.ts'
import { textOf } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'

/** What the audit needs to read. Together, the areas contain every type of event. */
export interface AuditNeeds extends Pick<Services, 'pool' | 'catalog'> {
  readonly areas: readonly AuditArea[]
}

/** The people named in some events. */
export interface People {
  byId(userId: string): NamedUser | undefined
  byNumber(userNo: bigint): NamedUser | undefined
}

/** Reads the actors and the owners of the streams, in two look-ups for a whole page. */
export async function peopleOf(
  db: Queryable,
  actors: readonly Metadata[],
  subjects: readonly bigint[],
): Promise<People> {
  const ids = [...new Set(actors.flatMap(({ actor }) => actor.id ?? []))]
  const [acting, owning] = await Promise.all([
    namedByIds(db, ids),
    namedByNumbers(db, [...new Set(subjects)]),
  ])
  const byId = new Map([...acting, ...owning].map((each) => [each.userId, each]))
  const byNumber = new Map([...acting, ...owning].map((each) => [each.userNo, each]))
  return { byId: (id) => byId.get(id), byNumber: (no) => byNumber.get(no) }
}

export function presentAct(
  { areas, catalog }: Pick<AuditNeeds, 'areas' | 'catalog'>,
  row: AuditedRow,
  people: People,
): AuditLine {
  const { position, stream, type, recorded_at, metadata, subject } = row
  const data = upcast(catalog, row)
  const area = areas.find(({ types }) => types.includes(type))
  return {
    position,
    at: instantOf(recorded_at.getTime()),
    type,
    title: titleOfType(type),
    area: area?.label ?? '',
    actor: actorOf(metadata, people),
    subject: subject === null ? null : subjectOf(BigInt(subject), people),
    money: moneyOf(data),
    ...detailsOf(area, type, data),
    reason: reasonOf(data),
    entries: entriesOf(data),
    stream,
  }
}

/** An event in full, with the number of the user who owns its stream. */
export function presentEvent(
  needs: AuditNeeds,
  { proof, subject }: { readonly proof: EventProof; readonly subject: string | null },
  { steps, count }: StreamSteps,
  people: People,
): AuditedEvent {
  const { metadata } = proof
  return {
    ...presentAct(needs, { ...proof, subject }, people),
    decided_at: metadata.at,
    request_id: metadata.correlation,
    causation: metadata.causation ?? null,
    transfers: proof.amounts.map((amount, index) => {
      const [debit, credit] = [BigInt(proof.debits[index] ?? 0), BigInt(proof.credits[index] ?? 0)]
      return {
        ...textFields('from', accountText(debit, people)),
        ...textFields('to', accountText(credit, people)),
        amount: formatUnits(BigInt(amount)),
        symbol: assetOfAccount(debit),
      }
    }),
    history: steps.map((step) => ({
      version: step.version,
      title: titleOfType(step.type),
      at: instantOf(step.recordedAt.getTime()),
      actor: actorOf(step.metadata, people),
    })),
    history_length: count,
    event: provenEvent(proof),
  }
}

export function presentPerson({ userId, displayId, name, email }: NamedUser): AuditedPerson {
  return { user_id: userId, display_id: displayId, name, email }
}

const KINDS = { user: 'user', admin: 'staff', system: 'system', visitor: 'visitor' } as const

function actorOf({ actor }: Metadata, people: People): AuditedActor {
  const { kind, id } = actor
  if (id === undefined) return { kind: KINDS[kind], person: null }
  const known = people.byId(id)
  const unknown = { user_id: id, display_id: null, name: null, email: null }
  return { kind: KINDS[kind], person: known ? presentPerson(known) : unknown }
}

function subjectOf(userNo: bigint, people: People): AuditedPerson {
  const known = people.byNumber(userNo)
  return known
    ? presentPerson(known)
    : { user_id: null, display_id: `#${userNo}`, name: null, email: null }
}

/** "User ABCD1234, frozen", "House, custody". */
function accountText(account: bigint, people: People): Text {
  const owner = ownerOfAccount(account)
  if (typeof owner === 'string') {
    return textOf(
      'House, {house, select, custody {custody} trading {trading} futures {futures} interest {interest} loans {loans} adjustments {adjustments} other {fees}}',
      { house: owner },
    )
  }
  return textOf('User {user}, {part, select, frozen {frozen} other {available}}', {
    user: people.byNumber(owner)?.displayId ?? `#${owner}`,
    part: isFrozen(account) ? 'frozen' : 'available',
  })
}

type Fields = Readonly<Record<string, unknown>>

/** The fields that contain an event's money, the most direct first. */
const MONEY_FIELDS = ['principal', 'stake', 'given', 'spent', 'reserved', 'released', 'returned']

function moneyOf(data: unknown): { symbol: string; amount: string } | null {
  const fields = data as Fields
  const { changes } = fields
  // Several amounts are shown in the details.
  const only = Array.isArray(changes) && changes.length === 1 ? changes[0] : undefined
  const money = [fields, only, ...MONEY_FIELDS.map((name) => fields[name])].find(isMoney)
  if (!money) return null
  const { symbol, amount, direction } = money
  return { symbol, amount: direction === 'debit' ? formatUnits(-parseUnits(amount)) : amount }
}

interface ShownMoney {
  readonly symbol: string
  readonly amount: string
  readonly direction?: unknown
}

function isMoney(value: unknown): value is ShownMoney {
  const { symbol, amount } = (value ?? {}) as Fields
  // The symbol of an order is a pair, so the reserved amount is shown.
  return typeof symbol === 'string' && typeof amount === 'string' && !symbol.includes('/')
}

function detailsOf(
  area: AuditArea | undefined,
  type: string,
  data: unknown,
): Pick<AuditLine, 'details' | 'details_text'> {
  const details = area?.details?.[type]?.(data as never)
  return details ? textFields('details', details) : { details: null }
}

const CODES: readonly string[] = SECOND_PERSON_REASONS

function reasonOf(data: unknown): string | null {
  const { reason } = data as Fields
  if (typeof reason !== 'string' || reason === '') return null
  // The reason for a second approval is a code; the details describe it in words.
  return CODES.includes(reason) ? null : reason
}

/** The entries of an event that concerns several at once. */
function entriesOf(data: unknown): string[] {
  const { entries } = data as { entries?: readonly { stream?: unknown; title?: unknown }[] }
  return Array.isArray(entries) ? entries.map(({ title, stream }) => `${title} (${stream})`) : []
}
