import { useSearchParams } from 'react-router-dom'
import { FuturesForm } from '#pwa/features/futures/futures-form.tsx'
import { PairPicker } from '#pwa/features/futures/pair-picker.tsx'
import { TradeLists } from '#pwa/features/futures/trade-lists.tsx'
import {
  useFuturesTerms,
  useTradeMarks,
  useWatchedPrices,
} from '#pwa/features/futures/use-futures.ts'
import { OrderBookCard } from '#pwa/features/prices/order-book.tsx'
import { PairChart, PairHeader } from '#pwa/features/prices/pair-chart.tsx'
import { useOrderBook } from '#pwa/features/prices/use-order-book.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { FUTURES_CURRENCY, FUTURES_PAIRS, pricedAssetOf } from '#shared/rules/futures.ts'
import { PRICE_STEP } from '#shared/rules/spot-orders.ts'

export function FuturesPage() {
  const [query, setQuery] = useSearchParams()
  const pair = FUTURES_PAIRS.find((each) => each === query.get('pair')) ?? FUTURES_PAIRS[0]
  const base = pricedAssetOf(pair)
  const { status } = useSession()
  const { priceOf } = useWatchedPrices()
  const { data: terms } = useFuturesTerms(pair)
  const { availableOf } = usePortfolio()
  const livePrice = priceOf(base)
  const book = useOrderBook(base, livePrice, PRICE_STEP)
  const { lines, expiry } = useTradeMarks(pair)
  const change = (name: string, value: string) => {
    query.set(name, value)
    setQuery(query, { replace: true })
  }
  return (
    <div className="flex flex-col gap-4">
      <PairHeader
        base={base}
        pair={pair}
        picker={<PairPicker pair={pair} onChange={(chosen) => change('pair', chosen)} />}
      />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_18rem_20rem] lg:grid-rows-[auto_1fr]">
        <div className="*:h-full md:col-span-2 lg:col-span-1">
          <PairChart base={base} pair={pair} lines={lines} expiry={expiry} />
        </div>
        <div className="*:h-full max-md:order-last">
          <OrderBookCard book={book} base={base} quote={FUTURES_CURRENCY} />
        </div>
        <div className="lg:row-span-2">
          <FuturesForm
            pair={pair}
            facts={{
              isSignedIn: status === 'signed-in',
              available: availableOf(FUTURES_CURRENCY),
              livePrice,
              terms,
            }}
          />
        </div>
        <div className="md:col-span-2">
          <TradeLists
            tab={query.get('tab') === 'closed' ? 'closed' : 'transaction'}
            onTab={(tab) => change('tab', tab)}
          />
        </div>
      </div>
    </div>
  )
}
