import { RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProofWatch } from '#pwa/components/liability-proof/proof-watch.tsx'
import { unsentPlacesOf } from '#pwa/feature.ts'
import type { StepUpDialog } from '#pwa/features/identity/step-up-dialog.tsx'
import { FEATURES } from '#pwa/features/index.ts'
import { useUnsentCount } from '#pwa/hooks/use-outbox.ts'
import { listenForStepUps } from '#pwa/hooks/use-step-up.ts'
import { latePart } from '#pwa/loading/late-part.tsx'
import { inTime } from '#pwa/loading/time-limit.ts'
import { useSignedLogStore } from '#pwa/stores/signed-log.ts'
import { useStepUpStore } from '#pwa/stores/step-up.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { keepFocus } from '#pwa/ui/keep-focus.ts'
import { StayingNotices } from '#pwa/ui/staying-notices.tsx'
import { ToastRegion } from '#pwa/ui/toast.tsx'
import { t, translated } from '#shared/text/t.ts'
import { useUnsaved } from './use-unsaved.ts'
import { useUpdate } from './use-update.ts'

/** Dialogs and notices that appear only on an event; loaded after the first paint. */
export function Afterwards() {
  const [staying, setStaying] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const page = document.getElementById('root')
    return page ? keepFocus(page) : undefined
  }, [])
  return (
    <>
      <StayingNotices ref={setStaying}>
        <UpdatePrompt />
      </StayingNotices>
      <Toasts staying={staying} />
      <StepUp />
      <LogAlarm />
      <Proofs />
    </>
  )
}

/** Asks before a new version takes over; the user decides when. */
function UpdatePrompt() {
  const { isReady, isWaiting, reload, later } = useUpdate()
  const isUnsaved = useUnsaved()
  if (!isReady) return null
  const ready = isUnsaved
    ? t(
        'A new version is ready. Reloading takes a second and clears what you have entered and not submitted.',
      )
    : t('A new version is ready. It takes a second to reload.')
  return (
    <section
      aria-label={t('Update')}
      className="pointer-events-auto mx-auto w-full max-w-md rounded-md border border-line bg-surface-2 p-4 shadow-raised md:w-96"
    >
      <p role="status" className="flex items-start gap-3 text-fg text-sm">
        <RefreshCw aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
        {isWaiting ? t('The update starts as soon as your submission is sent.') : ready}
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
function Toasts({ staying }: { staying: HTMLElement | null }) {
  const current = useToasts((state) => state.current)
  const dismiss = useToasts((state) => state.dismiss)
  useAnswered(() => current?.waits && dismiss(current.id))
  const onDismiss = () => current && dismiss(current.id)
  return <ToastRegion toast={current} staying={staying} onDismiss={onDismiss} />
}

/** Runs `then` when the server has responded to a submission that waited on this device. */
function useAnswered(then: () => void) {
  const unsent = useUnsentCount()
  const before = useRef(unsent)
  const answered = useEffectEvent(then)
  useEffect(() => {
    if (unsent < before.current) answered()
    before.current = unsent
  }, [unsent])
}

const AlarmDialog = latePart(
  async () => (await import('#pwa/features/signed-log/alarm-dialog.tsx')).AlarmDialog,
)

/** Warns of a contradiction in the signed log until the user has read it. */
function LogAlarm() {
  const alarm = useSignedLogStore((state) => state.alarm)
  return alarm && alarm.readAtMs === undefined && <AlarmDialog alarm={alarm} />
}

/** Checks the platform's proofs, once the app has started. */
function Proofs() {
  const [Watch, setWatch] = useState<typeof ProofWatch>()
  useEffect(() => {
    // If its code cannot be loaded, for example without a network, the next start tries again.
    void import('#pwa/components/liability-proof/proof-watch.tsx').then(
      (loaded) => setWatch(() => loaded.ProofWatch),
      () => undefined,
    )
  }, [])
  return Watch && <Watch />
}

/** Asks for proof of identity when a request requires it. */
function StepUp() {
  const isAsked = useStepUpStore(({ asked }) => asked !== undefined)
  const [Question, setQuestion] = useState<typeof StepUpDialog>()
  useEffect(() => listenForStepUps(), [])
  useEffect(() => {
    if (!isAsked) return
    inTime(import('#pwa/features/identity/step-up-dialog.tsx')).then(
      (loaded) => setQuestion(() => loaded.StepUpDialog),
      // Without the dialog the user cannot respond, and the form would wait for ever.
      () => useStepUpStore.getState().asked?.settle(false),
    )
  }, [isAsked])
  return Question && <Question nameOf={nameOf} />
}

function nameOf(kind: string): string | undefined {
  const place = unsentPlacesOf(FEATURES)[kind]
  return place && translated(place.label)
}
