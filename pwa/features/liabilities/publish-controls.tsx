import { ListTree } from 'lucide-react'
import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Notice, ProblemNotice } from '#pwa/ui/notice.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { publishLiabilities, type RunningPublication } from '#shared/contract/liabilities.ts'
import { formatPercent } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'

/** Publishes a statement, one at a time for all staff, and shows its progress. */
export function PublishControls({ running }: { running: RunningPublication | null }) {
  const { submit, isSubmitting } = useSubmit(publishLiabilities)
  const { isOnline } = useConnection()
  const [problem, setProblem] = useState<{ title: string; message: string }>()
  const isUnderWay = running !== null && !running.is_silent

  async function publish() {
    setProblem(undefined)
    const result = await submit({ body: {} })
    if (result.state !== 'refused') return
    const failed = {
      title: t('Nothing Published'),
      message: t('The statement could not be started. Try again.'),
    }
    setProblem(problemOfFailure(result.failure, failed))
  }

  return (
    <div className="flex flex-col gap-3">
      {isUnderWay && (
        <p role="status" className="flex justify-between gap-3 text-fg-2 text-sm">
          <span>{t(STEPS[running.step])}</span>
          {running.done > 0 && (
            <span className="num text-fg-3">{formatPercent(String(running.done))}</span>
          )}
        </p>
      )}
      {running?.is_silent && (
        <Notice tone="warn">
          {t(
            'The last run has not reported for a minute: its server has stopped. Start another one.',
          )}
        </Notice>
      )}
      <ProblemNotice problem={problem} />
      <IfMay permission="ledger.verify">
        <Button
          variant="primary"
          className="self-start"
          busy={isSubmitting}
          disabled={!isOnline || isUnderWay}
          icon={<ListTree className="size-4" />}
          onClick={() => void publish()}
        >
          {t('Publish now')}
        </Button>
      </IfMay>
      <p className="text-fg-3 text-xs">
        {t(
          'A statement counts what every user has, the interest of active stakes and the most that open futures trades may win. Each user’s app checks its own part. The totals are public.',
        )}
      </p>
    </div>
  )
}

const STEPS = {
  waiting: msg('Waiting for a worker'),
  reading: msg('Reading balances'),
  building: msg('Building the trees'),
}
