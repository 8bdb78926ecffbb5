import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { canUsePasskeys, passkeyActs } from '#pwa/hooks/use-passkeys.ts'
import { useStepUpStore } from '#pwa/stores/step-up.ts'
import { Field, PasswordInput, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { formatAmount } from '#shared/format.ts'
import { STEP_UP_MINUTES, type StepUpMethod } from '#shared/rules/step-up.ts'
import { allOf } from '#shared/text/listed.ts'
import { msg, t } from '#shared/text/t.ts'

interface StepUpDialogProps {
  /** What the user calls submissions of a kind. */
  nameOf: (kind: string) => string | undefined
}

/** Asks the user to confirm who they are, for any request that needs it. */
export function StepUpDialog({ nameOf }: StepUpDialogProps) {
  const asked = useStepUpStore((state) => state.asked)
  return asked && <Question key={asked.statement} nameOf={nameOf} {...asked} />
}

type Asked = NonNullable<ReturnType<typeof useStepUpStore.getState>['asked']>

function Question({ methods, statement, kind, settle, nameOf }: Asked & StepUpDialogProps) {
  const [first = 'password', second] = methods
  const [method, setMethod] = useState<StepUpMethod>(first)
  const other = method === first ? second : first
  const form = useCommandForm({
    initial: { secret: '' },
    check: ({ secret }) =>
      fieldProblem({
        secret: method !== 'passkey' && secret === '' ? t(MISSING[method]) : undefined,
      }),
    send: ({ secret }) => {
      if (method === 'passkey') return passkeyActs.prove(statement)
      return passkeyActs.proveBy(method === 'code' ? { code: secret } : { password: secret })
    },
    fieldOf: { 'step_up.code_wrong': 'secret', 'password.wrong': 'secret' },
    onSent: () => settle(true),
  })
  const signs = signedText(statement)
  const waited = kind && nameOf(kind)
  return (
    <FormDialog
      form={form}
      onClose={() => settle(false)}
      isUppermost
      title={t('Confirm it is you')}
      description={signs ? t(SIGNING) : t(PROVING, { minutes: STEP_UP_MINUTES })}
      size="small"
      submit={method === 'passkey' ? t('Use a passkey') : t('Confirm')}
    >
      {waited && <Notice>{t('This is about: {name}', { name: waited })}</Notice>}
      {method === 'passkey' && signs && <Notice>{signs}</Notice>}
      {method === 'passkey' && !canUsePasskeys() && (
        <Notice tone="warn">
          {t('This browser cannot use passkeys at this address. Open the site by its domain name.')}
        </Notice>
      )}
      {method === 'code' && (
        <Field
          label={t('Code')}
          hint={t('The 6-digit code from your authenticator app, or a recovery code.')}
          error={form.error('secret')}
        >
          <TextInput autoComplete="one-time-code" autoFocus {...form.input('secret')} />
        </Field>
      )}
      {method === 'password' && (
        <Field label={t('Password')} error={form.error('secret')}>
          <PasswordInput autoComplete="current-password" autoFocus {...form.input('secret')} />
        </Field>
      )}
      {other && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center self-start text-info text-sm hover:underline"
          onClick={() => setMethod(other)}
        >
          {other === 'code' ? t('Use a code instead') : t('Use a passkey instead')}
        </button>
      )}
    </FormDialog>
  )
}

const PROVING = msg(
  'Your request is sent once you confirm. You are not asked again for {minutes, plural, one {# minute} other {# minutes}}.',
)
const SIGNING = msg('You sign each large amount separately with your passkey.')

const MISSING = {
  code: msg('Please enter the code.'),
  password: msg('Please enter your password.'),
} as const

interface Signed {
  readonly money?: readonly (readonly { readonly amount: string; readonly symbol: string }[])[]
  readonly to?: string
}

/** What the passkey signs, where it is a decision about money. */
function signedText(statement: string): string | undefined {
  if (statement === '') return undefined
  const { money, to } = JSON.parse(statement) as Signed
  if (!money) return undefined
  const amounts = money.flat().map(({ amount, symbol }) => `${formatAmount(amount)} ${symbol}`)
  const sums = allOf(amounts)
  return to
    ? t('You sign your approval of {sums} to {address}.', { sums, address: to })
    : t('You sign your approval of {sums}.', { sums })
}
