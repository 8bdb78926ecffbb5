import { useId } from 'react'
import { PhotoFields } from '#pwa/components/photo-fields.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field, Select, TextInput } from '#pwa/ui/field.tsx'
import { LOAN_IMAGE_BYTES_MAX } from '#shared/contract/loans.ts'
import { formatLimit } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { mostToBorrow } from '#shared/rules/loan-exposure.ts'
import { latestBirthDate } from '#shared/rules/loan-forms.ts'
import { FULL_LOAN } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'
import { HOUR_MS, instantOf } from '#shared/time.ts'
import { type FullLoanDraft, PHOTO_NAMES } from './full-loan-draft.ts'
import type { LoanLimit } from './loan-limit.tsx'
import { daysText } from './loan-standing.ts'
import { PURPOSES } from './purpose-text.ts'

interface FieldsProps {
  form: CommandForm<FullLoanDraft>
}

/** What this user can apply for, which may be less than others can. */
function highestAmount(limit: LoanLimit): Decimal {
  const most = limit && mostToBorrow(limit)
  const [least, highest] = [parseUnits(FULL_LOAN.minimum), parseUnits(FULL_LOAN.maximum)]
  const isLower = most !== undefined && most >= least && most < highest
  return isLower ? formatUnits(most) : FULL_LOAN.maximum
}

export function PersonalInformation({ form }: FieldsProps) {
  const today = instantOf(useServerNow(HOUR_MS)).slice(0, 10)
  return (
    <Card title={t('Personal Information')}>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t('Full name')} error={form.error('fullName')}>
          <TextInput autoComplete="name" maxLength={120} {...form.input('fullName')} />
        </Field>
        <Field label={t('Email')} error={form.error('email')}>
          <TextInput type="email" autoComplete="email" maxLength={254} {...form.input('email')} />
        </Field>
        <Field label={t('Phone number')} error={form.error('phoneNumber')}>
          <TextInput type="tel" autoComplete="tel" maxLength={40} {...form.input('phoneNumber')} />
        </Field>
        <Field label={t('Date of birth')} error={form.error('dateOfBirth')}>
          <TextInput
            type="date"
            autoComplete="bday"
            min="1900-01-01"
            max={latestBirthDate(today)}
            className="num"
            {...form.input('dateOfBirth')}
          />
        </Field>
      </div>
    </Card>
  )
}

export function LoanDetails({ form, limit }: FieldsProps & { limit: LoanLimit }) {
  const minimum = formatLimit(FULL_LOAN.minimum)
  const maximum = formatLimit(highestAmount(limit))
  return (
    <Card title={t('Loan Details')}>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t('Loan amount')}
          hint={t('{minimum} to {maximum} USDT', { minimum, maximum })}
          error={form.error('amount')}
        >
          <AmountInput unit="USDT" {...form.value('amount')} />
        </Field>
        <Field label={t('Monthly income')} error={form.error('monthlyIncome')} optional>
          <AmountInput unit="USD" {...form.value('monthlyIncome')} />
        </Field>
        <Field label={t('Purpose')} error={form.error('purpose')}>
          <Select {...form.input('purpose')}>
            <option value="" disabled>
              {t('Choose a purpose')}
            </option>
            {FULL_LOAN.purposes.map((purpose) => (
              <option key={purpose} value={purpose}>
                {t(PURPOSES[purpose])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Duration')} error={form.error('duration')}>
          <Select {...form.input('duration')}>
            <option value="" disabled>
              {t('Choose a term')}
            </option>
            {FULL_LOAN.termDays.map((days) => (
              <option key={days} value={String(days)}>
                {daysText(days)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Card>
  )
}

export function RequiredDocuments({ form }: FieldsProps) {
  const noteId = useId()
  return (
    <Card title={t('Required Documents')}>
      <div className="flex flex-col gap-4" aria-describedby={noteId}>
        <p id={noteId} className="text-fg-3 text-sm">
          {t(
            'Every corner must be in the photo, and every letter readable. Only you and the staff who review your application see them.',
          )}
        </p>
        <PhotoFields form={form} names={PHOTO_NAMES} bytesMax={LOAN_IMAGE_BYTES_MAX} />
      </div>
    </Card>
  )
}
