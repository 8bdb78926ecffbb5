import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PriceText } from '#pwa/ui/money.tsx'
import { formatOrderAmount, formatPrice, formatVolume } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { type BookLevel, LEVELS_SHOWN, type OrderBook } from '#shared/rules/order-book.ts'
import { t } from '#shared/text/t.ts'

interface OrderBookProps {
  book: OrderBook | undefined
  base: string
  quote: string
  /** Pressing the price of a level fills the order form. */
  onPrice?: (price: Decimal) => void
}

export function OrderBookCard({ book, base, quote, onPrice }: OrderBookProps) {
  return (
    <Card
      title={t('Order book')}
      action={<Badge tone="warn">{t('Simulated depth')}</Badge>}
      className="flex flex-col *:last:flex *:last:flex-1 *:last:flex-col"
    >
      <div className={`${COLUMNS} pb-1 text-fg-3 text-xs`}>
        <span>{t('Price ({symbol})', { symbol: quote })}</span>
        <span className="text-end">{t('Amount ({symbol})', { symbol: base })}</span>
        <span className="text-end">{t('Total')}</span>
      </div>
      {book ? (
        <>
          <Levels side="ask" levels={shown(book.asks).toReversed()} onPrice={onPrice} />
          <p className="flex items-baseline justify-between border-line border-y py-2">
            <PriceText price={book.lastPrice} className="font-semibold text-fg text-lg" />
            <span className="num text-fg-3 text-xs">
              {t('Spread {spread}', { spread: formatPrice(book.spread, book.lastPrice) })}
            </span>
          </p>
          <Levels side="bid" levels={shown(book.bids)} onPrice={onPrice} />
          <p className="flex justify-between pt-2 text-fg-3 text-xs">
            <span className="num">
              {t('Bids {volume}', { volume: formatVolume(book.bidVolume) })}
            </span>
            <span className="num">
              {t('Asks {volume}', { volume: formatVolume(book.askVolume) })}
            </span>
          </p>
        </>
      ) : (
        <NoBook />
      )}
    </Card>
  )
}

interface LevelsProps {
  side: 'bid' | 'ask'
  levels: readonly BookLevel[]
  onPrice: ((price: Decimal) => void) | undefined
}

function Levels({ side, levels, onPrice }: LevelsProps) {
  const [colour, bar] = side === 'bid' ? ['text-up', 'bg-up/12'] : ['text-down', 'bg-down/12']
  const deepest = Math.max(...levels.map(({ total }) => Number(total)))
  const figures = (level: BookLevel) => (
    <>
      <span
        aria-hidden="true"
        className={`absolute inset-x-0 top-1/2 h-[calc(100%-4px)] max-h-9 large-text:max-h-none origin-right rtl:origin-left -translate-y-1/2 rounded-sm ${bar}`}
        // The bars are scaled rather than laid out again, because the book changes with every tick.
        style={{ transform: `scaleX(${Number(level.total) / deepest})` }}
      />
      <span className={`num relative text-start ${colour}`}>{formatPrice(level.price)}</span>
      <span className="num relative text-end text-fg-2">{formatOrderAmount(level.amount)}</span>
      <span className="num relative text-end text-fg-2">{formatVolume(level.total)}</span>
    </>
  )
  return (
    <ul aria-label={side === 'bid' ? t('Bids') : t('Asks')} className="flex flex-1 flex-col">
      {levels.map((level, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place in the book
        <li key={index} className="flex-1">
          {onPrice ? (
            <button
              type="button"
              onClick={() => onPrice(level.price)}
              aria-label={t(
                '{side, select, bid {Bid {price}, amount {amount}, total {total}, use this price} other {Ask {price}, amount {amount}, total {total}, use this price}}',
                {
                  side,
                  price: formatPrice(level.price),
                  amount: formatOrderAmount(level.amount),
                  total: formatVolume(level.total),
                },
              )}
              className={`${LEVEL} hover:bg-surface-2`}
            >
              {figures(level)}
            </button>
          ) : (
            <span className={LEVEL}>{figures(level)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

const COLUMNS =
  'grid grid-cols-[1fr_1.15fr_0.85fr] gap-x-2 whitespace-nowrap large-text:grid-cols-2 *:last:large-text:col-start-2'
const LEVEL = `${COLUMNS} -mx-1.5 relative h-full min-h-8 lg:min-h-9 w-[calc(100%+0.75rem)] items-center rounded-sm px-1.5 text-xs`

/** As high as a loaded book, so that the layout does not move when the book arrives. */
function NoBook() {
  return (
    <div role="status" className="flex flex-1 flex-col">
      <EmptyLevels />
      <p className="border-line border-y py-2.5 text-center text-fg-2 text-sm">
        {t('Price not available')}
      </p>
      <EmptyLevels />
      <p className="pt-2 text-xs">{'\u00a0'}</p>
    </div>
  )
}

function EmptyLevels() {
  return (
    <div aria-hidden="true" className="flex flex-1 flex-col">
      {Array.from({ length: LEVELS_SHOWN }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders never reorder
        <div key={index} className="flex min-h-8 flex-1 items-center py-1 lg:min-h-9">
          <div className="h-full max-h-7 w-full rounded-sm bg-surface-2" />
        </div>
      ))}
    </div>
  )
}

function shown(levels: readonly BookLevel[]): readonly BookLevel[] {
  return levels.slice(0, LEVELS_SHOWN)
}
