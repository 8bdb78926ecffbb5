import type { ReactNode } from 'react'
import { ScreenshotButton } from '#pwa/components/screenshot-button.tsx'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { rowName } from '#pwa/ui/row-name.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import { formatDateTime, shortenAddress } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'

interface TransactionRowProps {
  entry: TransactionEntry
  /** Links are signed for minutes: those of a kept response are dead. */
  hasLinks: boolean
  /** What can be done about it. */
  action?: ReactNode
}

export function TransactionRow({ entry, hasLinks, action }: TransactionRowProps) {
  return (
    <li className="flex flex-col gap-2 border-line border-b py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium text-base text-fg">{translated(entry.title)}</p>
          <time dateTime={entry.created_at} className="block text-fg-3 text-xs">
            {formatDateTime(entry.created_at)}
          </time>
        </div>
        <div className="flex flex-col items-end gap-1">
          <Money
            amount={entry.amount}
            symbol={entry.symbol}
            as={entry.type === 'adjustment' ? 'signed' : 'amount'}
            className="font-medium text-fg"
          />
          <span className="flex gap-1.5">
            {entry.archived && <Badge>{t('Archived')}</Badge>}
            {entry.type !== 'adjustment' && <StatusBadge status={entry.status} />}
          </span>
        </div>
      </div>
      {entry.address && (
        <p className="text-fg-3 text-xs">
          {rich('To {address} · {network}', {
            address: <bdi className="font-mono">{shortenAddress(entry.address)}</bdi>,
            network: <bdi>{entry.network}</bdi>,
          })}
        </p>
      )}
      {entry.reason && <Remark label={t('Reason')}>{entry.reason}</Remark>}
      {entry.admin_notes && <Remark label={t('Note')}>{entry.admin_notes}</Remark>}
      {entry.require_reverification && (
        <Remark label={t('Please note')}>
          {t('You are asked to verify your identity again.')}
        </Remark>
      )}
      {(action || entry.screenshot_url) && (
        <div className="flex items-center justify-between gap-3">
          {entry.screenshot_url && !hasLinks && (
            <span className="text-fg-3 text-xs">{t('The screenshot needs a connection.')}</span>
          )}
          {entry.screenshot_url && hasLinks ? (
            <ScreenshotButton url={entry.screenshot_url} row={nameOf(entry)} />
          ) : (
            <span />
          )}
          {action}
        </div>
      )}
    </li>
  )
}

/** "Deposit approved: May 4, 2026, 10:12 AM", for the buttons of its row. */
export function nameOf({ title, created_at }: TransactionEntry): string {
  return rowName(translated(title), formatDateTime(created_at))
}

function Remark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="text-fg-2 text-sm">
      {rich('<label>{name}:</label> {text}', {
        name: label,
        text: children,
        label: (inner) => <span className="text-fg-3">{inner}</span>,
      })}
    </p>
  )
}
