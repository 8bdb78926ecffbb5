import type { Catalog } from '#server/events/catalog.ts'
import { lastPositionBefore } from '#server/events/last-position-before.ts'
import { readBalancesAsOf } from '#server/facts/balances-as-of.ts'
import type { Balance } from '#server/ledger/balances.ts'
import { csvLine } from '#server/platform/csv.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { countActivity, type MovedAsset, readActivity } from '#server/queries/activity.ts'
import type { Services } from '#server/services.ts'
import { formatUnits } from '#shared/money.ts'
import type { Catalogue } from '#shared/text/catalogue.ts'
import { inLanguage, msg, t } from '#shared/text/t.ts'
import { dayAfter, type TimeZone } from '#shared/time-zone.ts'
import { describeMoved } from './present.ts'

export interface Period {
  /** The first and the last day, as dates in the time zone. */
  readonly from: string
  readonly to: string
  readonly zone: TimeZone
}

/** A period of one user's log: the part between two positions never changes. */
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
  // A period that has not ended yet closes with the current balances.
  const closesAtMs = Math.max(opensAtMs, Math.min(endsAtMs - 1, now))
  return { userNo, zone, opensAtMs, closesAtMs, after, upTo, lines }
}

const HEADERS = {
  entry: msg('Entry'),
  time: msg('Time'),
  symbol: msg('Asset'),
  kind: msg('Type'),
  title: msg('Title'),
  reason: msg('Details'),
  change: msg('Change'),
  availableChange: msg('Available change'),
  frozenChange: msg('Frozen change'),
  available: msg('Available'),
  frozen: msg('Frozen'),
  position: msg('Position'),
  reference: msg('Reference'),
} as const

type Column = keyof typeof HEADERS
const COLUMNS = Object.keys(HEADERS) as readonly Column[]

/**
 * Movements read at once. No connection is held between two reads, however slow the download is.
 */
const PAGE = 500

/**
 * The lines of a statement as CSV, piece by piece: the opening balances, each movement, and the
 * closing balances.
 *
 * Units   whole assets, as decimals
 *
 * @param language the reader's language
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
      csvLine(COLUMNS.map((column) => t(HEADERS[column]))) +
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
    .map(({ symbol, available, frozen }) =>
      lineOf({
        ...{ entry, time, symbol, position: String(position) },
        available: formatUnits(available),
        frozen: formatUnits(frozen),
      }),
    )
    .join('')
}

function movementLine(catalog: Catalog, moved: MovedAsset, zone: TimeZone): string {
  const { position, symbol, available, frozen, stream, recordedAt } = moved
  const { kind, title, reason } = describeMoved(catalog, moved)
  return lineOf({
    entry: t('Movement'),
    time: zone.isoOf(recordedAt.getTime()),
    ...{ symbol, kind, title, reason },
    change: formatUnits(available.change + frozen.change),
    availableChange: formatUnits(available.change),
    frozenChange: formatUnits(frozen.change),
    available: formatUnits(available.after),
    frozen: formatUnits(frozen.after),
    position: String(position),
    reference: stream,
  })
}

function lineOf(values: Readonly<Partial<Record<Column, string>>>): string {
  return csvLine(COLUMNS.map((column) => values[column] ?? ''))
}
