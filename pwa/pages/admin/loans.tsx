import { LoanManagement } from '#pwa/features/loans/loan-management.tsx'
import { t } from '#shared/text/t.ts'

export function AdminLoansPage() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Loans')}</h1>
      <LoanManagement />
    </div>
  )
}
