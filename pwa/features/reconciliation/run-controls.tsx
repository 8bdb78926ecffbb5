import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Notice, ProblemNotice } from '#pwa/ui/notice.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import type { RunningRun } from '#shared/contract/reconciliation.ts'
import { requestReconciliation } from '#shared/contract/reconciliation.ts'
import type { ReconciliationScope } from '#shared/rules/reconciliation.ts'
import { msg, t } from '#shared/text/t.ts'

/** Starts the checks, one run at a time for all staff, and shows its progress. */
export function RunControls({ running }: { running: RunningRun | null }) {
  const { submit, isSubmitting } = useSubmit(requestReconciliation)
  const { isOnline } = useConnection()
  const [problem, setProblem] = useState<{ title: string; message: string }>()
  const isUnderWay = running !== null && !running.is_silent

  async function run(scope: ReconciliationScope) {
    setProblem(undefined)
    const result = await submit({ body: { scope } })
    if (result.state !== 'refused') return
    const failed = {
      title: t('Checks Not Started'),
      message: t('The checks could not be started. Try again.'),
    }
    setProblem(problemOfFailure(result.failure, failed))
  }

  return (
    <div className="flex flex-col gap-3">
      {isUnderWay && <Progress running={running} />}
      {running?.is_silent && (
        <Notice tone="warn">
          {t(
            'The last run has not reported for a minute: its server has stopped. Start another one.',
          )}
        </Notice>
      )}
      <ProblemNotice problem={problem} />
      <IfMay permission="ledger.verify">
        <div className="flex flex-col gap-2 sm:flex-row">
          <Button
            variant="primary"
            busy={isSubmitting}
            disabled={!isOnline || isUnderWay}
            icon={<ListChecks className="size-4" />}
            onClick={() => void run('incremental')}
          >
            {t('Run the checks now')}
          </Button>
          <Button
            variant="outline"
            disabled={!isOnline || isUnderWay || isSubmitting}
            onClick={() => void run('full')}
          >
            {t('Check everything again')}
          </Button>
        </div>
      </IfMay>
      <p className="text-fg-3 text-xs">
        {t(
          'A run continues from the last verified position. Checking everything again starts with the first event, as it does every Sunday night.',
        )}
      </p>
    </div>
  )
}

const STEPS = {
  waiting: msg('Waiting for a worker'),
  balances: msg('Replaying transfers'),
  streams: msg('Following hash chains'),
}

function Progress({ running }: { running: RunningRun }) {
  const { step, done, total } = running
  const passes = step === 'streams' ? 1 : 0
  const share = total > 0 ? Math.min(1, done / total) : 0
  const percent = Math.round(((passes + share) / 2) * 100)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-3 text-fg-2 text-sm">
        <span>{t(STEPS[step])}</span>
        {total > 0 && (
          <span className="num text-fg-3">
            {t('{done} of {total, plural, one {# event} other {# events}}', { done, total })}
          </span>
        )}
      </p>
      <div
        role="progressbar"
        aria-label={t('Checks of the ledger')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-surface-3"
      >
        <div className="h-full rounded-full bg-accent-fill" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
