import type { Catalog } from '#server/events/catalog.ts'
import { lastPositionBefore } from '#server/events/last-position-before.ts'
import type { Balance } from '#server/ledger/balances.ts'
import { csvLine } from '#server/platform/csv.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { countActivity, type MovedAsset, readActivity } from '#server/queries/activity.ts'
import { readBalancesAsOf } from '#server/queries/balances-as-of.ts'
import type { Services } from '#server/services.ts'
import { type Decimal, formatUnits } from '#shared/money.ts'
import type { Catalogue } from '#shared/text/catalogue.ts'
import { inLanguage, msg, t } from '#shared/text/t.ts'
import { dayAfter, type TimeZone } from '#shared/time-zone.ts'
import { describeMoved } from './present.ts'

export interface Period {
  /** The first and the last day, as the zone's calendar has them. */
  readonly from: string
  readonly to: string
  readonly zone: TimeZone
}

/** A period of one user's log: between two positions nothing changes any more. */
export interface StatementScope {
  readonly userNo: bigint
  readonly zone: TimeZone
  readonly opensAtMs: number
  readonly closesAtMs: number
  readonly after: bigint
  readonly upTo: bigint
}

/** The positions between which a period lies, and how many lines it has. */
export async function openStatement(
  db: Queryable,
  userNo: bigint,
  { from, to, zone }: Period,
  now: number,
): Promise<StatementScope & { readonly lines: number }> {
  const opensAtMs = zone.startOfDay(from)
  const endsAtMs = zone.startOfDay(dayAfter(to))
  const after = await lastPositionBefore(db, opensAtMs)
  const upTo = await lastPositionBefore(db, endsAtMs)
  const lines = await countActivity(db, { userNo, within: { after, upTo } })
  // A period that is not over yet closes with what is known now.
  const closesAtMs = Math.max(opensAtMs, Math.min(endsAtMs - 1, now))
  return { userNo, zone, opensAtMs, closesAtMs, after, upTo, lines }
}

const COLUMNS = [
  msg('Entry'),
  msg('Time'),
  msg('Asset'),
  msg('Kind'),
  msg('Title'),
  msg('Details'),
  msg('Change'),
  msg('Available change'),
  msg('Frozen change'),
  msg('Available'),
  msg('Frozen'),
  msg('Position'),
  msg('Reference'),
] as const

/** Movements read at once: between two reads nothing is held, however slow the download is. */
const PAGE = 500

/**
 * The lines of a statement as CSV, piece by piece: what the user had when the period began, each
 * movement, and what they had when it ended.
 *
 * Units   whole assets, in decimals
 *
 * @param language of the person who reads it
 */
export async function* statementPieces(
  { pool, catalog }: Pick<Services, 'pool' | 'catalog'>,
  scope: StatementScope,
  language: Catalogue,
): AsyncGenerator<string> {
  const { userNo, zone, upTo } = scope
  const written = (write: () => string) => inLanguage(language, () => ({ piece: write() })).piece
  const opening = await readBalancesAsOf(pool, userNo, scope.after)
  const opensAt = zone.isoOf(scope.opensAtMs)
  yield written(
    () =>
      csvLine(COLUMNS.map((column) => t(column))) +
      balanceLines(t('Opening balance'), opening, scope.after, opensAt),
  )
  let after = scope.after
  for (;;) {
    const moved = await readActivity(pool, {
      userNo,
      within: { after, upTo },
      order: 'oldest first',
      limit: PAGE,
    })
    const last = moved.at(-1)
    if (!last) break
    yield written(() => moved.map((each) => movementLine(catalog, each, zone)).join(''))
    after = last.position
  }
  const closing = await readBalancesAsOf(pool, userNo, upTo)
  const closesAt = zone.isoOf(scope.closesAtMs)
  yield written(() => balanceLines(t('Closing balance'), closing, upTo, closesAt))
}

function balanceLines(
  entry: string,
  balances: readonly Balance[],
  position: bigint,
  time: string,
): string {
  return balances
    .map(({ symbol, available, frozen }) => {
      const held = [formatUnits(available), formatUnits(frozen)]
      return csvLine([entry, time, symbol, '', '', '', '', '', '', ...held, String(position), ''])
    })
    .join('')
}

function movementLine(catalog: Catalog, moved: MovedAsset, zone: TimeZone): string {
  const { position, symbol, available, frozen, stream, recordedAt } = moved
  const { kind, title, reason } = describeMoved(catalog, moved)
  const amounts: Decimal[] = [
    formatUnits(available.change + frozen.change),
    formatUnits(available.change),
    formatUnits(frozen.change),
    formatUnits(available.after),
    formatUnits(frozen.after),
  ]
  const time = zone.isoOf(recordedAt.getTime())
  return csvLine([
    t('Movement'),
    time,
    symbol,
    kind,
    title,
    reason,
    ...amounts,
    String(position),
    stream,
  ])
}
