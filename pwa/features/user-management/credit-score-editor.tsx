import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Badge, type Tone } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { ProblemNotice } from '#pwa/ui/notice.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import { readText } from '#shared/contract/text.ts'
import { type AdminUser, updateCreditScore } from '#shared/contract/users.ts'
import { describeRefusal } from '#shared/errors.ts'
import {
  CREDIT_SCORE_MAX,
  type CreditBand,
  creditBandOf,
  isCreditScore,
} from '#shared/rules/credit-score.ts'
import { plainDigits } from '#shared/text/plain-digits.ts'
import { t } from '#shared/text/t.ts'
import { failedWith } from './failed-text.ts'

const TONES: Readonly<Record<CreditBand, Tone>> = {
  Excellent: 'success',
  Good: 'success',
  Fair: 'warn',
  Poor: 'warn',
  'Very Poor': 'danger',
}

/** The score as it is typed: a whole number in range, or undefined. */
export function scoreFrom(typed: string): number | undefined {
  const text = plainDigits(typed.trim())
  const score = /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
  return isCreditScore(score) ? score : undefined
}

export function CreditScoreEditor({ user, isHeld }: { user: AdminUser; isHeld: boolean }) {
  const { submit } = useSubmit(updateCreditScore)
  const form = useCommandForm({
    initial: { typed: String(user.credit_score) },
    check: ({ typed }) =>
      scoreFrom(typed) === undefined
        ? fieldProblem({ typed: describeRefusal('user.credit_score_out_of_range').message })
        : undefined,
    send: async ({ typed }) => {
      const creditScore = scoreFrom(typed)
      if (creditScore === undefined) return
      return submit({ body: { userId: user.id, creditScore } })
    },
    failed: (failure) => failedWith(t('Failed to update credit score'))(failure),
    done: (response) => ({ title: t('Success'), message: readText(response, 'message') }),
  })
  const score = scoreFrom(form.draft.typed)
  const band = score === undefined ? undefined : creditBandOf(score)
  return (
    <form {...form.formProps} className="flex flex-wrap items-start gap-3">
      <Field
        label={t('Credit score')}
        aside={band && <Badge tone={TONES[band]}>{t(band)}</Badge>}
        hint={t('A whole number from 0 to {maximum}.', { maximum: CREDIT_SCORE_MAX })}
        error={form.error('typed')}
        className="w-full sm:w-72"
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          disabled={isHeld}
          {...form.input('typed')}
          className="num"
        />
      </Field>
      <Button
        {...form.submitProps}
        size="large"
        className="w-full sm:mt-7 sm:w-auto"
        disabled={isHeld || score === user.credit_score}
      >
        {t('Save score')}
      </Button>
      <ProblemNotice problem={form.notice} />
    </form>
  )
}
