import { useState } from 'react'
import { Badge, type Tone } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { describeRefusal } from '#shared/errors.ts'
import {
  CREDIT_SCORE_MAX,
  type CreditBand,
  creditBandOf,
  isCreditScore,
} from '#shared/rules/credit-score.ts'
import { useAct } from './use-act.ts'
import { useCreditScore } from './use-user-management.ts'

const TONES: Readonly<Record<CreditBand, Tone>> = {
  Excellent: 'up',
  Good: 'up',
  Fair: 'warn',
  Poor: 'warn',
  'Very Poor': 'down',
}

/** The score as it is typed: a whole number in range, or undefined. */
export function scoreFrom(typed: string): number | undefined {
  const text = typed.trim()
  const score = /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
  return isCreditScore(score) ? score : undefined
}

export function CreditScoreEditor({ user, isHeld }: { user: AdminUser; isHeld: boolean }) {
  const { submit, isSubmitting } = useCreditScore()
  const act = useAct()
  const [typed, setTyped] = useState(String(user.credit_score))
  const [error, setError] = useState<string>()
  const score = scoreFrom(typed)
  const band = score === undefined ? undefined : creditBandOf(score)

  function save() {
    if (score === undefined) {
      return setError(describeRefusal('user.credit_score_out_of_range').message)
    }
    const body = { userId: user.id, creditScore: score }
    void act(submit({ body }), 'Failed to update credit score')
  }

  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field
        label="Credit score"
        aside={band && <Badge tone={TONES[band]}>{band}</Badge>}
        hint={`A whole number from 0 to ${CREDIT_SCORE_MAX}.`}
        error={error}
        className="w-full sm:w-72"
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          disabled={isHeld}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
          className="num"
        />
      </Field>
      <Button
        type="submit"
        size="large"
        className="w-full sm:mt-7 sm:w-auto"
        busy={isSubmitting}
        disabled={isHeld || score === user.credit_score}
      >
        Save score
      </Button>
    </form>
  )
}
