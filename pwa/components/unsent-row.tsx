import { Fragment, type ReactNode } from 'react'
import { asShown } from '#pwa/hooks/refusal-problem.ts'
import type { OutboxRow } from '#pwa/hooks/use-outbox.ts'
import { StatusBadge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Own } from '#pwa/ui/own-amounts.tsx'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { wordsOf } from '#shared/text/failure.ts'
import { t } from '#shared/text/t.ts'

interface UnsentRowProps {
  row: OutboxRow<RouteDefinition>
  title: string
  /** The amount, or another text that tells this submission from the next one. */
  value: ReactNode
  /** Opens the form again, where the user can correct what was refused. */
  onAgain?: (() => void) | undefined
}

interface KeyedRow {
  readonly key: string
  readonly row: ReactNode
}

interface OnThisDeviceProps {
  rows: readonly KeyedRow[]
  className?: string | undefined
}

/**
 * Submissions that the server has not accepted yet, above their list; also shown if that list
 * failed to load.
 */
export function OnThisDevice({ rows, className }: OnThisDeviceProps) {
  if (rows.length === 0) return null
  return (
    <section aria-label={t('On this device')} className={className}>
      <h3 className="font-semibold text-fg-2 text-sm">{t('On this device')}</h3>
      <ul>
        {rows.map(({ key, row }) => (
          <Fragment key={key}>{row}</Fragment>
        ))}
      </ul>
    </section>
  )
}

type RowText = Pick<UnsentRowProps, 'title' | 'value'>

/** The unsent submissions of one kind, for `OnThisDevice`. */
export function unsentRows<Row extends OutboxRow<RouteDefinition>>(
  rows: readonly Row[],
  textOf: (body: Row['body']) => RowText,
): KeyedRow[] {
  return rows.map((row) => ({ key: row.id, row: <UnsentRow row={row} {...textOf(row.body)} /> }))
}

/** A submission that the server has not accepted, in the list where it will appear afterwards. */
export function UnsentRow({ row, title, value, onAgain }: UnsentRowProps) {
  const { label, state, failure, isFailing, canCancel, canDismiss, canConfirm } = row
  const words = failure && wordsOf(asShown(failure))
  return (
    <li className="flex flex-col gap-2 border-line border-b py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-3">
        <p className="font-medium text-base text-fg">{title}</p>
        <div className="flex flex-col items-end gap-1">
          {value !== '' && (
            <span className="num font-medium text-fg">
              <Own>{value}</Own>
            </span>
          )}
          <StatusBadge status={state === 'unknown' ? 'waiting' : state} label={label} />
        </div>
      </div>
      {failure && isFailing && (
        <p
          className={state === 'refused' ? 'text-danger text-sm' : 'text-fg-2 text-sm'}
          role={state === 'refused' ? 'alert' : undefined}
        >
          <strong>{words?.title}:</strong> {words?.message}
        </p>
      )}
      {(canCancel || canDismiss || canConfirm || onAgain) && (
        <div className="flex justify-end gap-2">
          {canCancel && (
            <Button size="small" onClick={() => void row.cancel()}>
              {t('Cancel')}
            </Button>
          )}
          {canDismiss && (
            <Button size="small" onClick={() => void row.dismiss()}>
              {t('Dismiss')}
            </Button>
          )}
          {canConfirm && (
            <Button size="small" variant="primary" onClick={() => void row.confirm()}>
              {t('Confirm it is you')}
            </Button>
          )}
          {onAgain && (
            <Button size="small" variant="primary" onClick={onAgain}>
              {t('Submit again')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
