import { useNavigate } from 'react-router-dom'
import { FullLoanForm } from '#pwa/features/loans/full-loan-form.tsx'
import { FULL_LOAN } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'

export function LoanPage() {
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-fg text-xl md:text-2xl">{t('Loan Application')}</h1>
        <p className="max-w-2xl text-fg-3 text-sm">
          {t(
            'Borrow USDT for {minimum} to {maximum, plural, one {# day} other {# days}}. Staff review your application; what you borrow is credited to your available balance when it is approved.',
            { minimum: Math.min(...FULL_LOAN.termDays), maximum: Math.max(...FULL_LOAN.termDays) },
          )}
        </p>
      </div>
      <FullLoanForm onSubmitted={() => void navigate('/?open=loan-history')} />
    </div>
  )
}
