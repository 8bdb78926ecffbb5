import { ArrowDownLeft, ArrowUpRight, ChevronRight, Lock, LockOpen } from 'lucide-react'
import { type Direction, movementOf, shortText, signedText } from '#pwa/hooks/movement.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Own } from '#pwa/ui/own-amounts.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { type ActivityLine, titleOf } from '#shared/contract/activity.ts'
import { formatTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { KIND_LABELS } from './activity-filter.ts'

export function ActivityRow({ line, onOpen }: { line: ActivityLine; onOpen: () => void }) {
  const movement = movementOf(line)
  const { icon: Icon, tone, label } = LOOKS[movement.direction]
  const words = label && t(label)
  return (
    <li className="@container">
      <button type="button" className={ROW} onClick={onOpen}>
        <span className="relative row-span-2 large-text:row-span-1 shrink-0 lg:row-span-1">
          <CoinIcon symbol={line.symbol} />
          <span className="-end-2 -bottom-2 absolute grid size-5 place-items-center rounded-full border-2 border-surface bg-surface-3">
            <Icon aria-hidden="true" className={classNames('size-3', tone)} />
          </span>
        </span>
        <span className="min-w-0">
          <span
            title={titleOf(line)}
            className="line-clamp-2 font-medium text-fg text-sm sm:line-clamp-1"
          >
            {titleOf(line)}
          </span>
          <span className="block text-fg-3 text-xs">
            <time dateTime={line.at} className="num">
              {formatTime(line.at)}
            </time>
            <span className="hidden sm:inline"> · {t(KIND_LABELS[line.kind])}</span>
          </span>
        </span>
        <span className="flex min-w-0 flex-col items-end text-end large-text:col-span-2 @max-xs:items-start @max-xs:text-start">
          <bdi dir="ltr" className={classNames('num font-medium text-sm', tone)}>
            <Own>
              <span className="hidden sm:inline">{signedText(movement)}</span>
              <span className="sm:hidden">{shortText(movement)}</span>
            </Own>
            <span className="text-[0.85em] text-fg-3"> {line.symbol}</span>
          </bdi>
          <span className="text-fg-3 text-xs lg:sr-only">
            {words ??
              rich('Available {amount}', {
                amount: <Money amount={line.available.after} as="order" />,
              })}
          </span>
          {words && (
            <span aria-hidden="true" className="hidden text-fg-3 text-xs lg:block">
              {words}
            </span>
          )}
        </span>
        <Balance label={t('Available')} {...line.available} />
        <Balance label={t('Frozen')} {...line.frozen} />
        <ChevronRight
          aria-hidden="true"
          className="hidden size-4 text-fg-3 lg:block rtl:-scale-x-100"
        />
      </button>
    </li>
  )
}

export function ActivityHeader() {
  return (
    <div
      aria-hidden="true"
      className={classNames(COLUMNS, 'hidden h-10 px-4 font-medium text-fg-3 text-xs lg:grid')}
    >
      <span className="col-span-2">{t('Movement')}</span>
      <span className="text-end">{t('Amount')}</span>
      <span className="text-end">{t('Available')}</span>
      <span className="text-end">{t('Frozen')}</span>
      <span />
    </div>
  )
}

const COLUMNS =
  'grid items-center lg:grid-cols-[2.25rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_1rem] lg:gap-x-4'

const ROW = classNames(
  COLUMNS,
  'min-h-16 w-full grid-cols-[--spacing(9)_minmax(0,1fr)_auto] gap-x-3 @max-xs:grid-cols-[--spacing(9)_minmax(0,1fr)] px-4 py-2.5 text-start hover:bg-surface-2 focus-visible:outline-offset-[-2px]',
)

/** A balance after the event, and where it came from if it moved. */
function Balance({ label, before, after }: { label: string; before: string; after: string }) {
  const moved = before !== after
  return (
    <span className="hidden min-w-0 flex-col items-end text-end lg:flex">
      <span className="sr-only">{label}</span>
      <Money
        amount={after}
        className={classNames('truncate text-sm', moved ? 'text-fg' : 'text-fg-3')}
      />
      {moved && (
        <span className="num truncate text-fg-3 text-xs">
          {rich('from {amount}', { amount: <Money amount={before} /> })}
        </span>
      )}
    </span>
  )
}

const LOOKS: Readonly<
  Record<Direction, { icon: typeof Lock; tone: string; label: string | undefined }>
> = {
  in: { icon: ArrowDownLeft, tone: 'text-up', label: undefined },
  out: { icon: ArrowUpRight, tone: 'text-down', label: undefined },
  frozen: { icon: Lock, tone: 'text-fg', label: msg('Available → frozen') },
  released: { icon: LockOpen, tone: 'text-fg', label: msg('Frozen → available') },
}
