import { useId } from 'react'
import { PhotoFields } from '#pwa/components/photo-fields.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field, Select, TextInput } from '#pwa/ui/field.tsx'
import { LOAN_IMAGE_BYTES_MAX } from '#shared/contract/loans.ts'
import { formatOrderAmount } from '#shared/format.ts'
import { latestBirthDate } from '#shared/rules/loan-forms.ts'
import { FULL_LOAN } from '#shared/rules/loans.ts'
import { HOUR_MS, instantOf } from '#shared/time.ts'
import { type FullLoanDraft, PHOTO_NAMES } from './full-loan-draft.ts'
import { PURPOSES } from './purpose-text.ts'

interface FieldsProps {
  form: CommandForm<FullLoanDraft>
}

export function PersonalInformation({ form }: FieldsProps) {
  const today = instantOf(useServerNow(HOUR_MS)).slice(0, 10)
  return (
    <Card title="Personal Information">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Full name" error={form.error('fullName')}>
          <TextInput autoComplete="name" maxLength={120} {...form.input('fullName')} />
        </Field>
        <Field label="Email" error={form.error('email')}>
          <TextInput type="email" autoComplete="email" maxLength={254} {...form.input('email')} />
        </Field>
        <Field label="Phone number" error={form.error('phoneNumber')}>
          <TextInput type="tel" autoComplete="tel" maxLength={40} {...form.input('phoneNumber')} />
        </Field>
        <Field label="Date of birth" error={form.error('dateOfBirth')}>
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

export function LoanDetails({ form }: FieldsProps) {
  const range = [FULL_LOAN.minimum, FULL_LOAN.maximum].map(wholeAmount).join(' to ')
  return (
    <Card title="Loan Details">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Loan amount" hint={`${range} USDT`} error={form.error('amount')}>
          <AmountInput unit="USDT" {...form.value('amount')} />
        </Field>
        <Field label="Monthly income" error={form.error('monthlyIncome')} optional>
          <AmountInput unit="USD" {...form.value('monthlyIncome')} />
        </Field>
        <Field label="Purpose" error={form.error('purpose')}>
          <Select {...form.input('purpose')}>
            <option value="" disabled>
              Choose a purpose
            </option>
            {FULL_LOAN.purposes.map((purpose) => (
              <option key={purpose} value={purpose}>
                {PURPOSES[purpose]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Duration" error={form.error('duration')}>
          <Select {...form.input('duration')}>
            <option value="" disabled>
              Choose a term
            </option>
            {FULL_LOAN.termDays.map((days) => (
              <option key={days} value={String(days)}>
                {days} days
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Card>
  )
}

function wholeAmount(amount: string): string {
  return formatOrderAmount(amount).replace(/\.0+$/, '')
}

export function RequiredDocuments({ form }: FieldsProps) {
  const noteId = useId()
  return (
    <Card title="Required Documents">
      <div className="flex flex-col gap-4" aria-describedby={noteId}>
        <p id={noteId} className="text-fg-3 text-sm">
          Every corner in the picture, every letter readable. Only you and the staff who review your
          application see them.
        </p>
        <PhotoFields form={form} names={PHOTO_NAMES} bytesMax={LOAN_IMAGE_BYTES_MAX} />
      </div>
    </Card>
  )
}
