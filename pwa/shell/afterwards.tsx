import { RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StepUpDialog } from '#pwa/features/identity/step-up-dialog.tsx'
import type { AlarmDialog } from '#pwa/features/signed-log/alarm-dialog.tsx'
import { useUnsentCount } from '#pwa/hooks/use-outbox.ts'
import { listenForStepUps } from '#pwa/hooks/use-step-up.ts'
import { useSignedLogStore } from '#pwa/stores/signed-log.ts'
import { useStepUpStore } from '#pwa/stores/step-up.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ToastRegion } from '#pwa/ui/toast.tsx'
import { t } from '#shared/text/t.ts'
import { useUpdate } from './use-update.ts'

/** What appears only when something happens; loaded after the first paint. */
export function Afterwards() {
  return (
    <>
      <UpdatePrompt />
      <Toasts />
      <StepUp />
      <LogAlarm />
    </>
  )
}

/** Asks before a new version takes over; the user decides when. */
function UpdatePrompt() {
  const { isReady, isWaiting, reload, later } = useUpdate()
  if (!isReady) return null
  return (
    <section
      aria-label={t('Update')}
      className="fixed inset-x-4 bottom-[calc(5rem+var(--dock-height,0px))] z-30 mx-auto in-[body:has([data-acts-below])]:max-md:top-2 in-[body:has([data-acts-below])]:max-md:bottom-auto md:mx-safe max-w-md rounded-md border border-line bg-surface-2 p-4 shadow-raised md:inset-x-auto md:bottom-6 md:start-6 md:w-96"
    >
      <p role="status" className="flex items-start gap-3 text-fg text-sm">
        <RefreshCw aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
        {isWaiting
          ? t('The update starts as soon as your submission is sent.')
          : t('A new version is ready. It takes a second to reload.')}
      </p>
      <div className="mt-3 flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={later}>
          {t('Later')}
        </Button>
        <Button size="small" variant="primary" busy={isWaiting} onClick={reload}>
          {t('Reload')}
        </Button>
      </div>
    </section>
  )
}

/** Toasts appear only here, above pages and dialogs. */
function Toasts() {
  const current = useToasts((state) => state.current)
  const dismiss = useToasts((state) => state.dismiss)
  useAnswered(() => current?.waits && dismiss(current.id))
  return <ToastRegion toast={current} onDismiss={() => current && dismiss(current.id)} />
}

/** Runs `then` when the server has answered a submission that waited on this device. */
function useAnswered(then: () => void) {
  const unsent = useUnsentCount()
  const before = useRef(unsent)
  const answered = useEffectEvent(then)
  useEffect(() => {
    if (unsent < before.current) answered()
    before.current = unsent
  }, [unsent])
}

/** Warns of a contradiction in the signed log until the user has read it. */
function LogAlarm() {
  const alarm = useSignedLogStore((state) => state.alarm)
  const isUnread = alarm !== undefined && alarm.readAtMs === undefined
  const [Warning, setWarning] = useState<typeof AlarmDialog>()
  useEffect(() => {
    if (!isUnread) return
    void import('#pwa/features/signed-log/alarm-dialog.tsx').then((loaded) =>
      setWarning(() => loaded.AlarmDialog),
    )
  }, [isUnread])
  return Warning && isUnread && <Warning alarm={alarm} />
}

/** Asks who acts, when a request needs it. */
function StepUp() {
  const isAsked = useStepUpStore(({ asked }) => asked !== undefined)
  const [Question, setQuestion] = useState<typeof StepUpDialog>()
  useEffect(() => listenForStepUps(), [])
  useEffect(() => {
    if (!isAsked) return
    void import('#pwa/features/identity/step-up-dialog.tsx').then((loaded) =>
      setQuestion(() => loaded.StepUpDialog),
    )
  }, [isAsked])
  return Question && <Question />
}
