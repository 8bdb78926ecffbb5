import { useEffect, useRef, useState } from 'react'
import { noteDockHeight } from '#pwa/stores/dock-height.ts'
import { useFuturesStore } from '#pwa/stores/futures.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { pricedAssetOf } from '#shared/rules/futures.ts'
import { CompletedCard } from './completed-card.tsx'
import { CountdownDialog } from './countdown-dialog.tsx'
import { RunningCard } from './running-card.tsx'
import { TradeDetailsDialog } from './trade-details-dialog.tsx'
import { isRunning, useWatchedPrices } from './use-futures.ts'
import { useTradeWatch } from './use-trade-watch.ts'

/** As many running trades as are drawn at once, unless somebody asks for all. */
const SHOWN_MAX = { phone: 1, desktop: 3 } as const

/** The trades of the signed-in person at the edge of every page, and their countdown. */
export function TradeDock() {
  const { running, completed, putAway, countdown, leaveCountdown } = useTradeWatch()
  const [shown, setShown] = useState<FuturesTrade>()
  return (
    <>
      <section
        ref={useHeightNoted()}
        aria-label="Futures trades"
        className="pointer-events-none fixed inset-x-3 bottom-19 z-30 flex flex-col gap-2 pb-safe *:pointer-events-auto md:inset-x-auto md:right-6 md:bottom-6 md:w-80"
      >
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {completed.map((trade) => (
            <CompletedCard
              key={trade.id}
              trade={trade}
              onDetails={() => setShown(trade)}
              onClose={() => putAway(trade.id)}
            />
          ))}
        </div>
        {running.length > 0 && <RunningCards trades={running} />}
      </section>
      {countdown && (
        <CountdownDialog
          trade={countdown}
          onClose={leaveCountdown}
          onDetails={() => {
            leaveCountdown()
            setShown(countdown)
          }}
        />
      )}
      {shown && <TradeDetailsDialog trade={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

type RunningTrades = ReturnType<typeof useTradeWatch>['running']

function RunningCards({ trades }: { trades: RunningTrades }) {
  const [showsAll, setShowsAll] = useState(false)
  const { priceOf } = useWatchedPrices()
  const openCountdown = useFuturesStore((state) => state.openCountdown)
  const isMany = trades.length > SHOWN_MAX.phone
  return (
    <>
      {isMany && (
        <Button
          size="small"
          aria-expanded={showsAll}
          className={classNames(
            'self-end shadow-raised',
            trades.length <= SHOWN_MAX.desktop && 'md:hidden',
          )}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${trades.length} trades`}
        </Button>
      )}
      <div
        className={classNames('flex flex-col gap-2', showsAll && 'max-h-[50dvh] overflow-y-auto')}
      >
        {trades.map((trade, index) => (
          <RunningCard
            key={trade.id}
            trade={trade}
            price={priceOf(pricedAssetOf(trade.symbol))}
            className={showsAll ? undefined : hiddenFrom(index)}
            onOpen={() => isRunning(trade) && openCountdown(trade)}
          />
        ))}
      </div>
    </>
  )
}

function hiddenFrom(index: number): string | undefined {
  if (index >= SHOWN_MAX.desktop) return 'hidden'
  return index >= SHOWN_MAX.phone ? 'max-md:hidden' : undefined
}

/** Pages and toasts keep clear of what lies at the bottom edge. */
function useHeightNoted() {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => noteDockHeight(spaceOf(element)))
    observer.observe(element)
    return () => {
      observer.disconnect()
      noteDockHeight(0)
    }
  }, [])
  return box
}

const GAP_PX = 12

function spaceOf({ offsetHeight, childElementCount, children }: HTMLElement): number {
  const isEmpty = childElementCount === 1 && children[0]?.childElementCount === 0
  return isEmpty ? 0 : offsetHeight + GAP_PX
}
