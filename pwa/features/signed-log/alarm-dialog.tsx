import { Download } from 'lucide-react'
import { useState } from 'react'
import { type KnownAlarm, noteAlarmRead, saveEvidence } from '#pwa/hooks/use-signed-log.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { formatDateTime } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { alarmWords } from './alarm-words.ts'

/** Warns that the signed log contradicts itself, and stays until the user has read it. */
export function AlarmDialog({ alarm }: { alarm: KnownAlarm }) {
  const [isSaved, setSaved] = useState(false)
  const { reason, keptAtMs } = alarm.evidence
  const { title, what } = alarmWords(reason, formatDateTime(instantOf(keptAtMs)))
  const { name } = operator
  async function save() {
    await saveEvidence(alarm)
    setSaved(true)
  }
  return (
    <Dialog
      locked
      onClose={() => undefined}
      title={title}
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={() => void noteAlarmRead()}>
            {t('I have read this')}
          </Button>
          <Button
            variant="primary"
            className="flex-1 md:flex-none"
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={() => void save()}
          >
            {t('Save the evidence')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-fg-2 text-sm">
        <Notice tone="danger">
          <p className="text-fg">{what}</p>
        </Notice>
        <p>
          {t(
            'Your balances may be affected. A restored backup can also be the cause. Either way, {name} has to explain it to you.',
            { name },
          )}
        </p>
        <div className="flex flex-col gap-2">
          <h3 className="font-semibold text-fg">{t('What to do now')}</h3>
          <ol className="flex list-decimal flex-col gap-2 ps-5 marker:text-fg-3">
            <li>
              {t(
                'Save the evidence. The file holds both signed records, and anyone can check it: an auditor, a journalist, a court.',
              )}
            </li>
            <li>{t('Do not deposit anything until this is explained.')}</li>
            <li>
              {t('Ask for an explanation at {email}, and attach the file.', {
                email: operator.supportEmail,
              })}
            </li>
            <li>{t('Ask other users whether their device shows the same warning.')}</li>
          </ol>
        </div>
        <p role="status" className="text-success empty:sr-only">
          {isSaved && t('The evidence was saved on this device.')}
        </p>
      </div>
    </Dialog>
  )
}
