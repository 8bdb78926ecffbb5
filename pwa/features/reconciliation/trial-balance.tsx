import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
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
  const { symbol, accounts, sumOfLog, sumOfTables, isBalanced } = asset
  return (
    <section aria-label={symbol} className="px-4 py-3">
      <h3 className="mb-1 flex items-center gap-2.5 font-semibold text-fg text-sm">
        <CoinIcon symbol={symbol} size="small" />
        {symbol}
        <span className="ms-auto">
          <Badge tone={isBalanced ? 'success' : 'danger'}>
            {isBalanced ? t('Balanced') : t('Differs')}
          </Badge>
        </span>
      </h3>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-fg-3 text-xs">
            <th scope="col" className="py-1 text-start font-medium">
              {t('Account')}
            </th>
            {[t('Log'), t('Tables')].map((column) => (
              <th key={column} scope="col" className="py-1 ps-3 text-end font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ name, log, tables, differs }) => (
            <tr key={name} className="align-baseline">
              <th scope="row" className="py-1 text-start font-normal text-fg-2">
                {name}
              </th>
              <Amount value={log} />
              <Amount value={tables} isFaulty={differs} />
            </tr>
          ))}
          <tr className="border-line border-t align-baseline font-semibold">
            <th scope="row" className="py-1.5 text-start font-semibold text-fg">
              {t('Sum')}
            </th>
            <Amount value={sumOfLog} isFaulty={sumOfLog !== '0'} />
            <Amount value={sumOfTables} isFaulty={sumOfTables !== '0'} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Amount({ value, isFaulty = false }: { value: string; isFaulty?: boolean }) {
  return (
    <td
      className={classNames(
        'py-1 ps-3 text-end text-xs sm:text-sm',
        isFaulty ? 'text-danger' : 'text-fg',
      )}
    >
      <Money amount={value} className="whitespace-normal break-all" />
    </td>
  )
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
    const sum = (column: 'log' | 'tables') =>
      own.reduce((total, line) => total + parseUnits(line[column]), 0n)
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
