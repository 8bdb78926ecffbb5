import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { FUTURES_CURRENCY, potentialOf } from '#shared/rules/futures.ts'
import { type FuturesDraft, stakeOf } from './futures-draft.ts'
import { ProfitLoss } from './profit-loss.tsx'

interface PotentialSummaryProps {
  draft: FuturesDraft
  available: Decimal | undefined
}

/** Everything that can come of the trade, before it is opened. */
export function PotentialSummary({ draft, available }: PotentialSummaryProps) {
  const stake = stakeOf(draft)
  const potential = stake === undefined ? undefined : potentialOf(stake, draft.term.profitRatio)
  const left =
    stake === undefined || available === undefined ? undefined : parseUnits(available) - stake
  const way = draft.side === 'long' ? 'higher' : 'lower'
  const other = draft.side === 'long' ? 'lower' : 'higher'
  return (
    <SummaryList
      rows={[
        {
          label: 'Profit rate',
          value: <span className="num text-accent">{draft.term.profitRatio}%</span>,
          strong: true,
        },
        {
          label: `Price ends ${way}`,
          value: (
            <ProfitLoss amount={potential === undefined ? undefined : formatUnits(potential)} />
          ),
          strong: true,
        },
        {
          label: `Price ends ${other}`,
          value: (
            <ProfitLoss amount={potential === undefined ? undefined : formatUnits(-potential)} />
          ),
          strong: true,
        },
        { label: 'Price ends equal', value: 'Stake comes back' },
        {
          label: 'Available afterwards',
          value: (
            <Money
              amount={left === undefined || left < 0n ? undefined : formatUnits(left)}
              symbol={FUTURES_CURRENCY}
              as="order"
            />
          ),
        },
      ]}
    />
  )
}
