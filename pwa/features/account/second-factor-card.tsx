import { useState } from 'react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Field, PasswordInput, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { QrCode } from '#pwa/ui/qr-code.tsx'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { msg, t } from '#shared/text/t.ts'
import { untitled } from './account-failures.ts'
import { useSecondFactor } from './use-account.ts'

type Stage =
  | { readonly name: 'password' }
  | { readonly name: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] }
  | { readonly name: 'renew' }
  | { readonly name: 'disable' }

/** A second factor from an authenticator app, with recovery codes for a lost phone. */
export function SecondFactorCard() {
  const { data: user, refetch } = useOwnUser()
  const [stage, setStage] = useState<Stage>()
  const isOn = user?.second_factor === true
  return (
    <Card title={t('Second factor')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-fg-2 text-sm">
          {isOn
            ? t('On. You need a code from your authenticator app to log in.')
            : t('Off. A code from an authenticator app protects you if your password is stolen.')}
        </p>
        <div className="flex flex-wrap gap-2">
          {isOn && (
            <Button onClick={() => setStage({ name: 'renew' })}>{t('New recovery codes')}</Button>
          )}
          <Button
            disabled={!user}
            onClick={() => setStage(isOn ? { name: 'disable' } : { name: 'password' })}
          >
            {isOn ? t('Turn off') : t('Turn on')}
          </Button>
        </div>
      </div>
      {stage && (
        <SecondFactorDialog
          stage={stage}
          onStage={setStage}
          onClose={() => {
            setStage(undefined)
            refetch()
          }}
        />
      )}
    </Card>
  )
}

interface SecondFactorDialogProps {
  stage: Stage
  onStage: (stage: Stage) => void
  onClose: () => void
}

function SecondFactorDialog({ stage, onStage, onClose }: SecondFactorDialogProps) {
  const { enrol, enable, disable, renew } = useSecondFactor()
  // The password and a code.
  const asksForBoth = stage.name === 'renew' || stage.name === 'disable'
  const form = useCommandForm({
    initial: { password: '', code: '' },
    send: async ({ password, code }) => {
      if (stage.name === 'password') {
        const enrolled = await enrol(password)
        if (enrolled.state !== 'done') return enrolled
        onStage({ name: 'scan', ...enrolled.response })
        return undefined
      }
      if (stage.name === 'disable') return disable(password, code)
      const made = stage.name === 'renew' ? await renew(password, code) : await enable(code)
      if (made.state !== 'done') return made
      onStage({ name: 'codes', codes: made.response.recovery_codes })
      return undefined
    },
    failed: (failure) => untitled(failure),
    onSent: onClose,
  })

  return (
    <Dialog
      onClose={onClose}
      title={t(TITLES[stage.name])}
      // Only a press on the button says that the codes were kept: they are not shown again.
      locked={form.isBusy || stage.name === 'codes'}
      footer={
        stage.name === 'codes' ? (
          <Button variant="primary" className="flex-1 md:flex-none" onClick={onClose}>
            {t('I have kept them')}
          </Button>
        ) : (
          <DialogActions
            form={form}
            submit={t(SUBMITS[stage.name])}
            variant={stage.name === 'disable' ? 'danger' : 'primary'}
            onBack={onClose}
          />
        )
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        {stage.name === 'scan' && (
          <>
            <QrCode text={stage.uri} label={t('Secret for your authenticator app')} />
            <p className="break-all text-center font-mono text-fg-2 text-sm">{stage.secret}</p>
          </>
        )}
        {stage.name === 'codes' && <RecoveryCodes codes={stage.codes} />}
        {stage.name === 'disable' && (
          <Notice tone="warn">
            {t(
              'To protect you, nothing can be withdrawn for {hours, plural, one {# hour} other {# hours}} after you turn it off.',
              { hours: WITHDRAWAL_HOLD_HOURS },
            )}
          </Notice>
        )}
        {stage.name === 'renew' && (
          <p className="text-fg-2 text-sm">
            {t('You get new recovery codes. The ones that you have now stop working.')}
          </p>
        )}
        {(stage.name === 'password' || asksForBoth) && (
          <Field label={t('Password')}>
            <PasswordInput autoComplete="current-password" {...form.input('password')} />
          </Field>
        )}
        {asksForBoth && (
          <Field
            label={t('Code')}
            hint={t('The 6-digit code from your authenticator app, or a recovery code.')}
          >
            <TextInput autoComplete="one-time-code" autoCapitalize="none" {...form.input('code')} />
          </Field>
        )}
        {stage.name === 'scan' && (
          <Field label={t('Code')} hint={t('The 6 digits that your app shows now.')}>
            <TextInput autoComplete="one-time-code" inputMode="numeric" {...form.input('code')} />
          </Field>
        )}
        <FormNotices form={form} />
      </form>
    </Dialog>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <Notice tone="warn">
        {t(
          'Keep these codes somewhere other than your phone. If you lose it, each code logs you in once. They are not shown again.',
        )}
      </Notice>
      <ul className="grid gap-2 font-mono text-fg text-sm sm:grid-cols-2">
        {codes.map((text) => (
          <li key={text} className="rounded-sm bg-surface-2 px-3 py-2 text-center">
            {text}
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={t('Copy the codes')} wide />
    </>
  )
}

const TITLES: Readonly<Record<Stage['name'], string>> = {
  password: msg('Turn on the second factor'),
  scan: msg('Scan with your app'),
  codes: msg('Recovery codes'),
  renew: msg('New recovery codes'),
  disable: msg('Turn off the second factor'),
}

const SUBMITS: Readonly<Record<Exclude<Stage['name'], 'codes'>, string>> = {
  password: msg('Continue'),
  scan: msg('Continue'),
  renew: msg('Get new codes'),
  disable: msg('Turn off'),
}
