import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { FinishedRun } from '#shared/contract/reconciliation.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { t } from '#shared/text/t.ts'

/** What users and the house hold of each asset: as the log has it, beside what the tables show. */
export function TrialBalance({ lines }: { lines: FinishedRun['trial_balance'] }) {
  const assets = trialByAsset(lines)
  return (
    <Card title={t('Trial balance')} flush>
      {assets.length === 0 ? (
        <EmptyState title={t('No money has moved yet')}>
          {t('Each asset appears here after its first deposit.')}
        </EmptyState>
      ) : (
        <div className="divide-y divide-line">
          {assets.map((asset) => (
            <AssetTable key={asset.symbol} asset={asset} />
          ))}
        </div>
      )}
    </Card>
  )
}

function AssetTable({ asset }: { asset: TrialAsset }) {
  const { symbol, isBalanced } = asset
  return (
    <section aria-label={symbol} className="pt-3">
      <h3 className="flex items-center gap-2.5 px-4 font-semibold text-fg text-sm">
        <CoinIcon symbol={symbol} size="small" />
        {symbol}
        <span className="ms-auto">
          <Badge tone={isBalanced ? 'success' : 'danger'}>
            {isBalanced ? t('Balanced') : t('Differs')}
          </Badge>
        </span>
      </h3>
      <DataList
        label={symbol}
        columns={columns()}
        rows={rowsOf(asset)}
        rowKey={({ name }) => name}
        empty={null}
      />
    </section>
  )
}

interface TrialRow {
  readonly name: string
  readonly log: string
  readonly tables: string
  readonly faulty: readonly Side[]
  readonly isSum?: true
}

type Side = 'log' | 'tables'

function rowsOf({ accounts, sumOfLog, sumOfTables }: TrialAsset): TrialRow[] {
  const sums = { log: sumOfLog, tables: sumOfTables }
  const faulty = SIDES.filter((side) => sums[side] !== '0')
  return [
    ...accounts.map((each): TrialRow => ({ ...each, faulty: each.differs ? ['tables'] : [] })),
    { name: t('Sum'), ...sums, faulty, isSum: true },
  ]
}

const SIDES = ['log', 'tables'] as const

function columns() {
  return [
    column(t('Account'), 'title', (row: TrialRow) => (
      <span className={weightOf(row)}>{row.name}</span>
    )),
    figureColumn(t('Log'), 'line', amountIn('log')),
    figureColumn(t('Tables'), 'line', amountIn('tables')),
  ]
}

function amountIn(side: Side) {
  return (row: TrialRow) => (
    <Money
      amount={row[side]}
      className={classNames(weightOf(row), row.faulty.includes(side) ? 'text-danger' : 'text-fg')}
    />
  )
}

function weightOf({ isSum }: TrialRow): string {
  return isSum ? 'font-semibold' : ''
}

type TrialLine = FinishedRun['trial_balance'][number]

type TrialAsset = ReturnType<typeof trialByAsset>[number]

/**
 * The accounts of each asset, and what each column sums to; an asset is balanced if both sums are
 * zero and no account differs.
 */
export function trialByAsset(lines: readonly TrialLine[]) {
  const symbols = [...new Set(lines.map(({ symbol }) => symbol))]
  return symbols.map((symbol) => {
    const own = lines.filter((line) => line.symbol === symbol)
    const accounts = own.map(({ account, log, tables }) => ({
      name: nameOf(account),
      log,
      tables,
      differs: parseUnits(log) !== parseUnits(tables),
    }))
    const sum = (side: Side) => own.reduce((total, line) => total + parseUnits(line[side]), 0n)
    const [sumOfLog, sumOfTables] = [sum('log'), sum('tables')]
    return {
      symbol,
      accounts,
      sumOfLog: formatUnits(sumOfLog),
      sumOfTables: formatUnits(sumOfTables),
      isBalanced:
        sumOfLog === 0n && sumOfTables === 0n && accounts.every(({ differs }) => !differs),
    }
  })
}

function nameOf(account: string): string {
  if (account === 'available' || account === 'frozen') {
    return t('Users, {part, select, frozen {frozen} other {available}}', { part: account })
  }
  return t(
    'House, {house, select, custody {custody} trading {trading} futures {futures} interest {interest} loans {loans} adjustments {adjustments} other {fees}}',
    { house: account },
  )
}
