import { CircleCheck, CircleX } from 'lucide-react'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import type { FinishedRun, ReconciliationPage } from '#shared/contract/reconciliation.ts'
import { t } from '#shared/text/t.ts'
import { CHECK_TEXTS } from './checks.ts'

export function CheckList({ checks }: Pick<FinishedRun, 'checks'>) {
  const hasFaults = checks.some((check) => !check.is_sound)
  return (
    <Card title={t('Checks')} flush>
      <ul className="grid gap-x-6 px-4 lg:grid-cols-2">
        {checks.map(({ check, is_sound, fault, more }) => {
          const { label, meaning } = CHECK_TEXTS[check]
          return (
            <li key={check} className="flex items-start gap-3 border-line border-t py-3">
              {is_sound ? (
                <CircleCheck
                  aria-label={t('Sound:')}
                  className="mt-0.5 size-5 shrink-0 text-success"
                />
              ) : (
                <CircleX aria-label={t('Failed:')} className="mt-0.5 size-5 shrink-0 text-danger" />
              )}
              <div className="min-w-0">
                <p className="font-medium text-fg text-sm">{t(label)}</p>
                <p className="text-fg-3 text-xs">{t(meaning)}</p>
                {fault && (
                  <p className="wrap-anywhere mt-1.5 rounded-sm border border-danger/40 bg-danger/8 px-2 py-1.5 font-mono text-fg-2 text-xs">
                    <bdi>{fault}</bdi> {more > 0 && t('(and {count} more)', { count: more })}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {hasFaults && (
        <p className="border-line border-t px-4 py-3 text-fg-3 text-xs">
          {t("Amounts in faults are in the ledger's smallest units, of 0.00000001 each.")}
        </p>
      )}
    </Card>
  )
}

export function FollowerList({ followers }: Pick<ReconciliationPage, 'followers'>) {
  return (
    <Card title={t('Followers of the log')}>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {followers.map(({ name, position, lag }) => (
          <li
            key={name}
            className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-1.5 text-sm"
          >
            <span className="min-w-0">
              <ShortText className="block text-fg">{name}</ShortText>
              <span className="num block text-fg-3 text-xs">
                {t('at {position}', { position })}
              </span>
            </span>
            <Badge tone={lag === 0 ? 'success' : 'warn'}>{lagText(lag)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function lagText(lag: number): string {
  if (lag === 0) return t('Up to date')
  return t('{lag, plural, one {# event behind} other {# events behind}}', { lag })
}
