import { CircleCheck, CircleDashed, ShieldAlert } from 'lucide-react'
import { Moment } from '#pwa/components/proven-event/event-parts.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Stat } from '#pwa/ui/stat.tsx'
import type { FinishedRun, ReconciliationPage } from '#shared/contract/reconciliation.ts'
import { formatDate, formatTime } from '#shared/format.ts'

export function StandingCard({ page }: { page: ReconciliationPage }) {
  const { last, verified, head } = page
  const { icon: Icon, tone, title } = LOOKS[standingOf(last)]
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
              {last ? <Asked run={last} /> : 'Run the checks to see whether the ledger is sound.'}
            </p>
          </div>
        </div>
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <Stat
            label="Verified up to"
            value={verified ? verified.position : 'None'}
            note={`of ${head} events`}
          />
          <Stat
            label="Last verified"
            value={verified && formatDate(verified.at)}
            note={verified && formatTime(verified.at)}
          />
          <Stat label="Events checked" value={last?.events} note={last && spanOf(last)} />
          <Stat
            label="Transfers"
            value={last?.transfers}
            note={last && `${last.accounts} accounts, ${last.streams} streams`}
          />
        </div>
      </div>
    </Card>
  )
}

function Asked({ run }: { run: FinishedRun }) {
  const { scope, finished_at, requested_by } = run
  return (
    <>
      {scope === 'full' ? 'A full run' : 'A run'} asked for by{' '}
      {requested_by?.name ?? 'the nightly schedule'} ended <Moment at={finished_at} />.
    </>
  )
}

function spanOf({ after, up_to }: FinishedRun): string {
  return after === '0' ? 'from the first one on' : `behind ${after}, up to ${up_to}`
}

function standingOf(last: FinishedRun | null) {
  if (!last) return 'never'
  return last.is_sound ? 'sound' : 'faulty'
}

const LOOKS = {
  never: { icon: CircleDashed, tone: 'bg-surface-3 text-fg-2', title: () => 'Never checked' },
  sound: { icon: CircleCheck, tone: 'bg-up/10 text-up', title: () => 'The ledger is sound' },
  faulty: {
    icon: ShieldAlert,
    tone: 'bg-down/10 text-down',
    title: (last: FinishedRun | null) => {
      const count = last?.checks.filter((check) => !check.is_sound).length ?? 0
      return count === 1 ? 'One check has failed' : `${count} checks have failed`
    },
  },
} as const
