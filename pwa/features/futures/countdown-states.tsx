import { useConnection } from '#pwa/hooks/use-connection.ts'
import type { TimedTrade } from '#pwa/stores/futures.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { Money } from '#pwa/ui/money.tsx'
import { Spinner } from '#pwa/ui/spinner.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatDifference } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { FUTURES_CURRENCY } from '#shared/rules/futures.ts'
import { t, translated } from '#shared/text/t.ts'
import { potentialAmountOf, runningResultOf } from './trade-clock.ts'
import { ProfitLoss, RESULT_WORDS, ResultIcon, TradePrice } from './trade-status.tsx'

/** The first eight seconds: both potential amounts. Static if reduced motion is requested. */
export function PotentialAmounts({ trade, lit }: { trade: TimedTrade; lit: 'profit' | 'loss' }) {
  const amount = potentialAmountOf(trade)
  return (
    <dl className="grid grid-cols-2 gap-3">
      {(['profit', 'loss'] as const).map((kind) => (
        <div key={kind} className={classNames(TILE, lit === kind && LIT[kind])}>
          <dt className="text-fg-2 text-xs">
            {t('{kind, select, profit {Potential profit} other {Potential loss}}', { kind })}
          </dt>
          <dd>
            <ProfitLoss
              amount={kind === 'profit' ? amount : `-${amount}`}
              className="font-semibold text-base"
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const TILE = 'flex flex-col items-center gap-1 rounded-md border border-line bg-surface-2 px-2 py-4'
const LIT = {
  profit: 'motion-safe:border-up motion-safe:bg-up/15',
  loss: 'motion-safe:border-down motion-safe:bg-down/15',
}

export function RunningAmount({ trade, price }: { trade: TimedTrade; price: Decimal | undefined }) {
  const result = runningResultOf(trade, price)
  if (!result) {
    return (
      <p className="text-center text-fg-2">
        {t('Price not available')}
        <span className="block text-fg-3 text-xs">
          {t('The recorded price at the end decides in any case.')}
        </span>
      </p>
    )
  }
  return (
    <p className="flex flex-col items-center gap-1 text-center">
      <span className="text-fg-3 text-xs">{t('If it ended now')}</span>
      <ProfitLoss amount={result.profitLoss} className="font-semibold text-xl" />
      <span className="num text-fg-3 text-xs">
        {result.result === 'tie'
          ? t('The price is the entry price')
          : t('{difference} from the entry price', {
              difference: formatDifference(result.difference),
            })}
      </span>
    </p>
  )
}

/** Usually too short to be read. */
export function Opening() {
  return (
    <p role="status" className="flex flex-col items-center gap-1 text-center text-fg-2">
      <span className="flex items-center gap-2 font-medium text-fg">
        <Spinner />
        {t('Opening')}
      </span>
      <span className="text-fg-3 text-xs">
        {t('The next recorded price is the entry. The time counts from there.')}
      </span>
    </p>
  )
}

export function Settling() {
  const { isOnline } = useConnection()
  return (
    <p role="status" className="flex flex-col items-center gap-1 text-center text-fg-2">
      <span className="flex items-center gap-2 font-medium text-fg">
        {isOnline && <Spinner />}
        {isOnline ? t('Settling') : t('Ended')}
      </span>
      <span className="text-fg-3 text-xs">
        {isOnline
          ? t('The first price recorded at or after the end decides.')
          : t('The server settles it. You see the result when you are back online.')}
      </span>
    </p>
  )
}

export function CountdownOutcome({ trade }: { trade: FuturesTrade }) {
  const isVoid = trade.result === 'void'
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-1 py-2 text-center">
        <ResultIcon trade={trade} className="size-12" />
        {trade.result && (
          <span className="font-medium text-fg-2">{t(RESULT_WORDS[trade.result])}</span>
        )}
        <ProfitLoss amount={trade.profit_loss} className="font-semibold text-xl" />
        <span className="text-fg-2">{t('Check your balance')}</span>
        {isVoid && <span className="text-fg-3 text-sm">{translated(trade.void_reason ?? '')}</span>}
      </div>
      <SummaryList
        rows={[
          { label: t('Entry price'), value: <TradePrice price={trade.entry_price} /> },
          { label: t('Settlement price'), value: <TradePrice price={trade.exit_price} /> },
          {
            label: t('Paid back'),
            value: <Money amount={trade.final_amount} symbol={FUTURES_CURRENCY} />,
            strong: true,
          },
        ]}
      />
    </div>
  )
}
