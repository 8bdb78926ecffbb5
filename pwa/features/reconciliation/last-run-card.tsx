import { CircleCheck, CircleDashed, ShieldAlert } from 'lucide-react'
import { Moment } from '#pwa/components/proven-event/event-parts.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { rich } from '#pwa/ui/rich.ts'
import { Stat, StatRow } from '#pwa/ui/stat.tsx'
import type { FinishedRun, ReconciliationPage } from '#shared/contract/reconciliation.ts'
import { formatDate, formatTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

export function LastRunCard({ page }: { page: ReconciliationPage }) {
  const { last, verified, head } = page
  const { icon: Icon, tone, title } = LOOKS[outcomeOf(last)]
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-3">
          <span
            className={classNames('grid size-11 shrink-0 place-items-center rounded-full', tone)}
          >
            <Icon aria-hidden="true" className="size-6" />
          </span>
          <div className="flex min-w-0 flex-col gap-0.5" role="status">
            <h2 className="font-semibold text-fg text-lg">{title(last)}</h2>
            <p className="text-fg-2 text-sm">
              {last ? (
                <Asked run={last} />
              ) : (
                t('Run the checks to see whether the ledger is sound.')
              )}
            </p>
          </div>
        </div>
        <StatRow>
          <Stat
            label={t('Verified up to')}
            value={verified ? verified.position : t('None')}
            note={t('of {total, plural, one {# event} other {# events}}', { total: Number(head) })}
          />
          <Stat
            label={t('Last verified')}
            value={verified && formatDate(verified.at)}
            note={verified && formatTime(verified.at)}
          />
          <Stat label={t('Events checked')} value={last?.events} note={last && spanOf(last)} />
          <Stat
            label={t('Transfers')}
            value={last?.transfers}
            note={
              last &&
              t(
                '{accounts, plural, one {# account} other {# accounts}}, {streams, plural, one {# stream} other {# streams}}',
                { accounts: last.accounts, streams: last.streams },
              )
            }
          />
        </StatRow>
      </div>
    </Card>
  )
}

function Asked({ run }: { run: FinishedRun }) {
  const { scope, finished_at, requested_by } = run
  const time = <Moment at={finished_at} />
  if (!requested_by) {
    return rich(
      '{scope, select, full {A full run of the nightly schedule ended {time}.} other {A run of the nightly schedule ended {time}.}}',
      { scope, time },
    )
  }
  return rich(
    '{scope, select, full {A full run, requested by {name}, ended {time}.} other {A run, requested by {name}, ended {time}.}}',
    { scope, name: requested_by.name, time },
  )
}

function spanOf({ after, up_to }: FinishedRun): string {
  return after === '0'
    ? t('from the first one')
    : t('after {after}, up to {last}', { after, last: up_to })
}

function outcomeOf(last: FinishedRun | null) {
  if (!last) return 'never'
  return last.is_sound ? 'sound' : 'faulty'
}

const LOOKS = {
  never: { icon: CircleDashed, tone: 'bg-surface-3 text-fg-2', title: () => t('Never checked') },
  sound: {
    icon: CircleCheck,
    tone: 'bg-success/10 text-success',
    title: () => t('The ledger is sound'),
  },
  faulty: {
    icon: ShieldAlert,
    tone: 'bg-danger/10 text-danger',
    title: (last: FinishedRun | null) => {
      const count = last?.checks.filter((check) => !check.is_sound).length ?? 0
      return t('{count, plural, one {One check has failed} other {# checks have failed}}', {
        count,
      })
    },
  },
} as const
