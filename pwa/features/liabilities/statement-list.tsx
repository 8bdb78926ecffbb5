import { Moment } from '#pwa/components/proven-event/event-parts.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { ListedStatement } from '#shared/contract/liabilities.ts'
import { inDigits, t } from '#shared/text/t.ts'

/** The published statements, newest first. */
export function StatementList({ statements }: { statements: readonly ListedStatement[] }) {
  if (statements.length === 0) {
    return (
      <Card>
        <EmptyState title={t('Nothing published yet')}>
          {t('A statement is published every morning. You can also publish one now.')}
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      {statements.map((statement) => (
        <Statement key={statement.id} statement={statement} />
      ))}
    </>
  )
}

function Statement({ statement }: { statement: ListedStatement }) {
  const { at, position, event_position, assets, id } = statement
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-3 text-sm">
        <h2 className="font-semibold text-fg">
          <Moment at={at} />
        </h2>
        <span className="text-fg-3 text-xs">
          {t('counts events up to {position}, published as event {event}', {
            position: inDigits(position),
            event: inDigits(event_position),
          })}
        </span>
        <a
          href={`/log/liabilities/${id}.json`}
          target="_blank"
          rel="noreferrer"
          className="ms-auto font-medium text-info text-xs underline underline-offset-2"
        >
          {t('As published')}
        </a>
      </div>
      <ul className="divide-y divide-line px-4 pb-2">
        {assets.map(({ symbol, total, leaves, interest, payouts }) => (
          <li key={symbol} className="flex items-start gap-2.5 py-2.5 text-sm">
            <CoinIcon symbol={symbol} size="small" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-fg">{symbol}</span>
              <span className="num block text-fg-3 text-xs">
                {t('{leaves, plural, one {# leaf} other {# leaves}}', { leaves })}
              </span>
            </span>
            <span className="min-w-0 text-end">
              <Money amount={total} className="block break-all text-fg" />
              <Promised label={t('Staking interest')} amount={interest} />
              <Promised label={t('Futures payouts')} amount={payouts} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Promised({ label, amount }: { label: string; amount: string }) {
  if (amount === '0') return null
  return (
    <span className="block text-fg-3 text-xs">
      {label} <Money amount={amount} />
    </span>
  )
}
