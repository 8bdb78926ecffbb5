import { BadgeCheck, Clock3, ShieldAlert } from 'lucide-react'
import { sentWhen } from '#pwa/hooks/sent-when.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { serviceTimes } from '#shared/operator/service-times.ts'
import type { KycStatus } from '#shared/rules/kyc.ts'
import { msg, t, translated } from '#shared/text/t.ts'
import { useVerification } from './use-kyc.ts'

interface KycBannerProps {
  /** The states in which it is shown. */
  when: readonly KycStatus[]
  onOpen: () => void
}

/** What an unapproved verification asks of the user. */
export function KycBanner({ when, onOpen }: KycBannerProps) {
  const user = useOwnUser().data
  const status = user?.kyc_status
  const unsent = useOutbox(submitKyc).find(({ state }) => state !== 'refused')
  const isShown = status !== undefined && when.includes(status)
  // A notice above every page says more then.
  if (!isShown || user?.must_verify_again) return null
  const { icon: Icon, look, text, act } = unsent ? UNSENT : BANNERS[status]
  return (
    <section
      aria-label={t('Verification')}
      className={classNames(
        'flex flex-col gap-3 rounded-lg border p-4 md:flex-row md:items-center md:justify-between',
        look,
      )}
    >
      <div className="flex min-w-0 items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold text-fg text-sm">
            {unsent?.label ?? t(BANNERS[status].title)}
          </p>
          <p className="text-fg-2 text-sm">
            {text
              ? t(text, { duration: serviceTimes.verificationReview })
              : sentWhen(t('Your verification'))}
          </p>
          {status === 'rejected' && !unsent && <Reason />}
        </div>
      </div>
      <Button
        variant={status === 'pending' || unsent ? 'secondary' : 'primary'}
        className="shrink-0"
        onClick={onOpen}
      >
        {t(act)}
      </Button>
    </section>
  )
}

function Reason() {
  const { data } = useVerification()
  if (!data?.rejection_reason) return null
  return (
    <p className="wrap-anywhere mt-1 text-fg-2 text-sm">
      {t('Reason: {reason}', { reason: translated(data.rejection_reason) })}
    </p>
  )
}

const WARN = 'border-warn/30 bg-warn/8 [&>div>svg]:text-warn'

/** A submission that is still on this device. */
const UNSENT = {
  icon: Clock3,
  look: WARN,
  text: undefined,
  act: msg('Show'),
} as const

const BANNERS = {
  not_submitted: {
    icon: ShieldAlert,
    look: WARN,
    title: msg('Verify your identity'),
    text: msg('You have not submitted a verification yet. A review typically takes {duration}.'),
    act: msg('Verify now'),
  },
  pending: {
    icon: Clock3,
    look: 'border-info/30 bg-info/8 [&>div>svg]:text-info',
    title: msg('Verification in review'),
    text: msg('A review typically takes {duration}. You will be notified of the decision.'),
    act: msg('Show'),
  },
  rejected: {
    icon: ShieldAlert,
    look: 'border-danger/40 bg-danger/8 [&>div>svg]:text-danger',
    title: msg('Verification rejected'),
    text: msg('Correct it and submit again.'),
    act: msg('Submit again'),
  },
  approved: {
    icon: BadgeCheck,
    look: 'border-success/40 bg-success/8 [&>div>svg]:text-success',
    title: msg('Verified'),
    text: msg('Your identity is verified.'),
    act: msg('Show'),
  },
} as const satisfies Readonly<Record<KycStatus, object>>
