import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Code } from '#pwa/components/proven-event/event-parts.tsx'
import {
  followAnew,
  type KnownLog,
  saveCheckpoint,
  saveEvidence,
  useSignedLog,
} from '#pwa/hooks/use-signed-log.ts'
import { Button, textLinkClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SkeletonParts } from '#pwa/ui/skeleton.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatDateTime } from '#shared/format.ts'
import { inDigits, t } from '#shared/text/t.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { alarmWords } from './alarm-words.ts'

const ID = 'signed-log'
/** The placeholders while it loads are as large as what follows. */
const FACT_SIZES = ['h-32 w-full', 'h-11 w-48']
const FORMAT = 'https://c2sp.org/tlog-tiles'

/** What this device knows of the signed log, and how to check it without this app. */
export function SignedLogCard() {
  const { log, alarm } = useSignedLog()
  const { hash } = useLocation()
  const isAsked = hash === `#${ID}`
  useEffect(() => {
    if (isAsked) document.getElementById(ID)?.scrollIntoView()
  }, [isAsked])
  return (
    <div id={ID} className="scroll-mt-20">
      <Card title={t('Signed log')}>
        <div className="flex max-w-3xl flex-col gap-4 text-fg-2 text-sm">
          <p>
            {t(
              'Every deposit, order and withdrawal is an entry in one log, which is signed every minute. This device checks on each visit that the log has only grown: no earlier entry was changed or removed.',
            )}
          </p>
          {alarm && <Alarm alarm={alarm} />}
          {log === undefined && <SkeletonParts sizes={FACT_SIZES} />}
          {log === null && <p>{t('This device has not verified the log yet.')}</p>}
          {log && <Facts log={log} />}
          <p>
            {t(
              'You can check it without this app: any program that follows transparency logs in the format of C2SP can read it at {address}.',
              { address: `${window.location.origin}/log` },
            )}
          </p>
          <div className="flex flex-wrap gap-x-6">
            <a href="/log/checkpoint" target="_blank" rel="noreferrer" className={textLinkClass}>
              {t('Newest checkpoint')}
            </a>
            <a href={FORMAT} target="_blank" rel="noreferrer" className={textLinkClass}>
              {t('The format')}
            </a>
            <Link to="/reserves" className={textLinkClass}>
              {t('Proof of reserves')}
            </Link>
          </div>
        </div>
      </Card>
    </div>
  )
}

function Facts({ log }: { log: NonNullable<KnownLog['log']> }) {
  const { witnessed, size, seenAtMs, verifiedAtMs } = log
  const { newest = '', keys } = witnessed
  const isLate = Date.now() - verifiedAtMs > DAY_MS
  return (
    <>
      {isLate && (
        <Notice tone="warn">
          {t('This device could not verify the log since {time}. It tries again on each visit.', {
            time: formatDateTime(instantOf(verifiedAtMs)),
          })}
        </Notice>
      )}
      <SummaryList
        rows={[
          { label: t('Entries'), value: <span className="num">{inDigits(String(size))}</span> },
          { label: t('First seen'), value: formatDateTime(instantOf(seenAtMs)) },
          {
            label: t('Last verified by this device'),
            value: formatDateTime(instantOf(verifiedAtMs)),
          },
          { label: t('Key'), value: <Code>{keys.at(-1) ?? ''}</Code> },
        ]}
      />
      <Button
        variant="outline"
        className="self-start"
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={() => saveCheckpoint(newest, size)}
      >
        {t('Save the checkpoint')}
      </Button>
    </>
  )
}

function Alarm({ alarm }: { alarm: NonNullable<KnownLog['alarm']> }) {
  const [isAsking, setAsking] = useState(false)
  const { reason, keptAtMs } = alarm.evidence
  const { title, what } = alarmWords(reason, formatDateTime(instantOf(keptAtMs)))
  return (
    <Notice tone="danger">
      <strong className="block font-semibold text-fg">{title}</strong>
      <p>{what}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => void saveEvidence(alarm)}>
          {t('Save the evidence')}
        </Button>
        <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
          {t('Trust the log again')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('Trust the log again?')}
        confirmLabel={t('Trust the log again')}
        tone="danger"
        onConfirm={() => {
          setAsking(false)
          void followAnew().catch(() => undefined)
        }}
      >
        {t(
          'Do this only after you have saved the evidence and received an explanation. This device then forgets the earlier log and the warning.',
        )}
      </ConfirmDialog>
    </Notice>
  )
}
