import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { Button, buttonClass, textLinkClass } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatDateTime } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { FREEZE_RENEWED_AFTER_HOURS } from '#shared/rules/withdrawal-freeze.ts'
import { msg, t } from '#shared/text/t.ts'
import { useIdentity } from './use-identity.ts'

type Outcome = Awaited<ReturnType<ReturnType<typeof useIdentity>['freeze']>>

/** Freezes with a POST as it opens, and says what happened and what to do next. */
export function FreezeByLink({ token }: { token: string }) {
  const { freeze } = useIdentity()
  const [outcome, setOutcome] = useState<Outcome>()
  const wasSent = useRef(false)

  async function send() {
    setOutcome(undefined)
    setOutcome(await freeze(token))
  }

  // A link works once, so that it is sent once, however often React runs the effect.
  const sendOnce = useEffectEvent(() => {
    if (wasSent.current || token === '') return
    wasSent.current = true
    void send()
  })
  useEffect(() => sendOnce(), [])

  if (token === '') {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="warn">{describeRefusal('freeze.link_unknown').message}</Notice>
        <NextSteps />
      </div>
    )
  }
  return (
    <div role="status" className="flex flex-col gap-4">
      {outcome ? (
        <OutcomeNotice outcome={outcome} />
      ) : (
        <Notice>{t('Freezing your withdrawals…')}</Notice>
      )}
      {outcome?.state === 'refused' && !isFinal(outcome.failure) && (
        <Button variant="primary" onClick={() => void send()}>
          {t('Try again')}
        </Button>
      )}
      {outcome && <NextSteps />}
    </div>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const nowMs = useServerNow()
  if (outcome.state === 'done') {
    const { frozen_until: until, is_new: isNew } = outcome.response ?? {}
    if (until === undefined) return null
    return <FrozenNotice until={until}>{isNew ? t(NEW) : unusedText()}</FrozenNotice>
  }
  if (outcome.state !== 'refused') return null
  const { message, details } = outcome.failure
  const until = details.frozenUntil
  const isFrozen = typeof until === 'string' && Date.parse(until) > nowMs
  if (isFrozen) return <FrozenNotice until={until}>{message}</FrozenNotice>
  return (
    <Notice tone="warn">
      <strong className="block font-semibold text-fg">
        {t('Your withdrawals are not frozen')}
      </strong>
      {message}
    </Notice>
  )
}

/** The server has checked the link; any other failure may be temporary. */
function isFinal({ code }: { readonly code: string }): boolean {
  return code.startsWith('freeze.')
}

const NEW = msg(
  'No money leaves your account until then: new withdrawals are refused, and pending ones are not approved. You can cancel them.',
)
const unusedText = () =>
  t(
    'Another link froze them less than {hours, plural, one {# hour} other {# hours}} ago. This link was not used and still works.',
    { hours: FREEZE_RENEWED_AFTER_HOURS },
  )

function FrozenNotice({ until, children }: { until: string; children: string }) {
  return (
    <Notice>
      <strong className="block font-semibold text-fg">
        {t('Your withdrawals are frozen until {time}', { time: formatDateTime(until) })}
      </strong>
      {children}
    </Notice>
  )
}

/** Shown even if the link failed: its reader has a reason to worry. */
function NextSteps() {
  return (
    <div className="flex flex-col gap-3 text-fg-2 text-sm">
      <h2 className="font-semibold text-fg">{t('What to do next')}</h2>
      <ol className="flex list-decimal flex-col gap-2 ps-5">
        <li>
          {t(
            'Change your password, which logs out every other device. If you cannot log in, choose “Forgot password?”.',
          )}
        </li>
        <li>{t('Under Profile, remove passkeys and devices that are not yours.')}</li>
        <li>{t('Cancel withdrawals and remove saved addresses that are not yours.')}</li>
        <li>
          {rich('Tell us at {address}.', {
            address: (
              <a
                className={classNames(textLinkClass, '-my-3')}
                href={`mailto:${operator.supportEmail}`}
              >
                {operator.supportEmail}
              </a>
            ),
          })}
        </li>
      </ol>
      <Link className={buttonClass({ variant: 'primary' })} to="/profile">
        {t('Go to Profile')}
      </Link>
    </div>
  )
}
