import { useId } from 'react'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { PhotoPicker } from '#pwa/ui/photo-picker.tsx'
import { Select } from '#pwa/ui/select.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { LOAN_IMAGE_BYTES_MAX } from '#shared/contract/loans.ts'
import { formatOrderAmount } from '#shared/format.ts'
import { FULL_LOAN, type LoanPurpose } from '#shared/rules/loans.ts'
import type { FormProblem, FullLoanValues, PhotoName, Photos } from './full-loan-draft.ts'

interface FieldsProps {
  values: FullLoanValues
  errors: FormProblem['fields']
  onChange: (part: Partial<FullLoanValues>) => void
}

export function PersonalInformation({ values, errors, onChange }: FieldsProps) {
  return (
    <Card title="Personal Information">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Full name" error={errors.fullName}>
          <TextInput
            autoComplete="name"
            maxLength={120}
            value={values.fullName}
            onChange={(event) => onChange({ fullName: event.target.value })}
          />
        </Field>
        <Field label="Email" error={errors.email}>
          <TextInput
            type="email"
            autoComplete="email"
            maxLength={254}
            value={values.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        </Field>
        <Field label="Phone number" error={errors.phoneNumber}>
          <TextInput
            type="tel"
            autoComplete="tel"
            maxLength={40}
            value={values.phoneNumber}
            onChange={(event) => onChange({ phoneNumber: event.target.value })}
          />
        </Field>
        <Field label="Date of birth" error={errors.dateOfBirth}>
          <TextInput
            type="date"
            autoComplete="bday"
            min="1900-01-01"
            className="num"
            value={values.dateOfBirth}
            onChange={(event) => onChange({ dateOfBirth: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  )
}

const PURPOSES: Readonly<Record<LoanPurpose, string>> = {
  trading: 'Trading',
  investment: 'Investment',
  personal: 'Personal',
  business: 'Business',
}

export function LoanDetails({ values, errors, onChange }: FieldsProps) {
  const range = [FULL_LOAN.minimum, FULL_LOAN.maximum].map(wholeAmount).join(' to ')
  return (
    <Card title="Loan Details">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Loan amount" hint={`${range} USDT`} error={errors.amount}>
          <AmountInput
            unit="USDT"
            value={values.amount}
            onValueChange={(amount) => onChange({ amount })}
          />
        </Field>
        <Field label="Monthly income" error={errors.monthlyIncome} optional>
          <AmountInput
            unit="USD"
            value={values.monthlyIncome}
            onValueChange={(monthlyIncome) => onChange({ monthlyIncome })}
          />
        </Field>
        <Field label="Purpose" error={errors.purpose}>
          <Select
            value={values.purpose}
            onChange={(event) => onChange({ purpose: event.target.value })}
          >
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
        <Field label="Duration" error={errors.duration}>
          <Select
            value={values.duration}
            onChange={(event) => onChange({ duration: event.target.value })}
          >
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

const PHOTOS = [
  { name: 'frontId', label: 'Front of your ID', camera: 'environment' },
  { name: 'backId', label: 'Back of your ID', camera: 'environment' },
  { name: 'selfieWithId', label: 'Selfie with your ID', camera: 'user' },
] as const

interface RequiredDocumentsProps {
  photos: Photos
  errors: FormProblem['fields']
  onPhoto: (name: PhotoName, file: File | undefined) => void
}

export function RequiredDocuments({ photos, errors, onPhoto }: RequiredDocumentsProps) {
  const noteId = useId()
  return (
    <Card title="Required Documents">
      <div className="flex flex-col gap-4" aria-describedby={noteId}>
        <p id={noteId} className="text-fg-3 text-sm">
          Every corner in the picture, every letter readable. Only you and the staff who review your
          application see them.
        </p>
        <div className="grid gap-4 md:grid-cols-3">
          {PHOTOS.map(({ name, label, camera }) => (
            <Field key={name} label={label} error={errors[name]}>
              <PhotoPicker
                subject={label}
                camera={camera}
                bytesMax={LOAN_IMAGE_BYTES_MAX}
                file={photos[name]}
                onFileChange={(file) => onPhoto(name, file)}
              />
            </Field>
          ))}
        </div>
      </div>
    </Card>
  )
}
