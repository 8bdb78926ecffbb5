import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OrderBookCard } from '#pwa/features/prices/order-book.tsx'
import { PairChart, PairHeader } from '#pwa/features/prices/pair-chart.tsx'
import { useOrderBook } from '#pwa/features/prices/use-order-book.ts'
import type { OrderDraft } from '#pwa/features/spot-orders/order-draft.ts'
import { OrderForm } from '#pwa/features/spot-orders/order-form.tsx'
import { OrderLists } from '#pwa/features/spot-orders/order-lists.tsx'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { PRICE_STEP, pairOf, SPOT_PAIRS } from '#shared/rules/spot-orders.ts'

const PAIR = SPOT_PAIRS[0]

export function ExchangePage() {
  const { base, quote } = pairOf(PAIR)
  const { status } = useSession()
  const { data: prices, priceOf } = usePrices()
  const { availableOf } = usePortfolio()
  const [changes, setChanges] = useState<Partial<OrderDraft>>({})
  const change = (part: Partial<OrderDraft>) => setChanges((before) => ({ ...before, ...part }))
  const [query, setQuery] = useSearchParams()
  const livePrice = priceOf(base)
  const book = useOrderBook(base, livePrice, PRICE_STEP)
  return (
    <div className="flex flex-col gap-4">
      <PairHeader base={base} pair={PAIR} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_18rem_19rem]">
        <div className="md:col-span-2 lg:col-span-1">
          <PairChart base={base} pair={PAIR} />
        </div>
        <div className="*:h-full max-md:order-last">
          <OrderBookCard
            book={book}
            base={base}
            quote={quote}
            onPrice={(price) => change({ type: 'limit', price })}
          />
        </div>
        <OrderForm
          kept={{ changes, change, clear: () => setChanges({}) }}
          priceId={prices?.find(({ symbol }) => symbol === base)?.id ?? undefined}
          facts={{
            pair: PAIR,
            base,
            quote,
            livePrice,
            isSignedIn: status === 'signed-in',
            availableBase: availableOf(base),
            availableQuote: availableOf(quote),
          }}
        />
      </div>
      <OrderLists
        tab={query.get('tab') === 'history' ? 'history' : 'current'}
        onTab={(tab) => setQuery(tab === 'history' ? { tab } : {}, { replace: true })}
      />
    </div>
  )
}
