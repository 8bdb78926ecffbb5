import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { useDecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { RequestMarks } from '#pwa/reviews/request-marks.tsx'
import { ReviewButtons } from '#pwa/reviews/review-buttons.tsx'
import type { ReviewAct } from '#pwa/reviews/review-view.ts'
import { StatusBadge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { StatCards } from '#pwa/ui/stat.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { ReviewedLoan } from '#shared/contract/loan-reviews.ts'
import { formatDate } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { LoanDetailsDialog } from './loan-details-dialog.tsx'
import { ApplicantLink, applicantOf, statusOf } from './loan-facts.tsx'
import { daysText } from './loan-standing.ts'
import { purposeText } from './purpose-text.ts'
import { loanReview } from './review-view.tsx'
import { useLoanCounts, useLoansForReview } from './use-loan-review.ts'

export function LoanManagement() {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const loans = useLoansForReview(search)
  const [viewed, setViewed] = useState<ReviewedLoan>()
  const { decide, dialog } = useDecisionDialog(loanReview, () => setViewed(undefined))
  const act = (loan: ReviewedLoan, next: LoanAct) =>
    next === 'details' ? setViewed(loan) : decide(loan, next)
  return (
    <div className="flex flex-col gap-4">
      <LoanStats />
      <SearchField
        label={t('Search loans')}
        placeholder={t('Email, name or purpose')}
        value={typed}
        onChange={setTyped}
      />
      <Card flush>
        <DataList
          label={t('Loan applications')}
          query={loans}
          failed={t('Failed to fetch loan applications')}
          columns={loanColumns(act)}
          rows={loans.rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<HandCoins className="size-5" />}
              title={t('No loan applications found.')}
            >
              {search === ''
                ? t('New applications appear here automatically.')
                : t('Nothing matches this search.')}
            </EmptyState>
          }
        />
      </Card>
      {viewed && (
        <LoanDetailsDialog
          key={viewed.id}
          listed={viewed}
          onAct={(next) => decide(viewed, next)}
          onClose={() => setViewed(undefined)}
        />
      )}
      {dialog}
    </div>
  )
}

function LoanStats() {
  const { data } = useLoanCounts()
  return (
    <StatCards
      className="grid-cols-2 md:grid-cols-4"
      stats={[
        { label: t('Pending'), value: data?.pending },
        { label: t('Approved'), value: data?.approved },
        { label: t('Rejected'), value: data?.rejected },
        { label: t('Repaid'), value: data?.paid },
      ]}
    />
  )
}

type LoanAct = 'details' | ReviewAct

function loanColumns(onAct: (loan: ReviewedLoan, act: LoanAct) => void): Column<ReviewedLoan>[] {
  return [
    {
      header: t('Applicant'),
      phone: 'title',
      // Takes the remaining space.
      className: '@2xl:w-2/3 @2xl:max-w-0',
      cell: (loan) => {
        const { email } = applicantOf(loan)
        return (
          <span className="flex min-w-0 flex-col">
            <ApplicantLink loan={loan} cuts />
            <ShortText className="font-normal text-fg-3 text-xs">{email}</ShortText>
          </span>
        )
      },
    },
    figureColumn(t('Amount'), 'value', ({ amount, duration }) => (
      <span className="flex flex-col items-end">
        <Money amount={amount} as="usd" />
        <span className="num font-normal text-fg-3 text-xs">{daysText(duration)}</span>
      </span>
    )),
    {
      header: t('Purpose'),
      wide: true,
      phone: 'line',
      className: '@4xl:w-1/3 @4xl:max-w-0',
      cell: ({ purpose }) => <ShortText className="@2xl:block">{purposeText(purpose)}</ShortText>,
    },
    {
      header: t('Status'),
      phone: 'aside',
      cell: (loan) => <StatusBadge status={statusOf(loan)} />,
    },
    {
      header: t('Applied'),
      phone: 'line',
      wide: true,
      cell: ({ created_at }) => <span className="num">{formatDate(created_at)}</span>,
    },
    {
      header: t('Actions'),
      phone: 'actions',
      cell: (loan) => <LoanActions loan={loan} onAct={(act) => onAct(loan, act)} />,
    },
  ]
}

function LoanActions({ loan, onAct }: { loan: ReviewedLoan; onAct: (act: LoanAct) => void }) {
  const { name } = applicantOf(loan)
  return (
    <span className="flex flex-col items-end gap-2">
      {loan.status === 'pending' && <RequestMarks view={loanReview} subject={loan} />}
      <span className="flex justify-end gap-2 max-[22.5rem]:flex-wrap large-text:flex-wrap">
        <Button
          size="small"
          variant="ghost"
          className="@2xl:px-2"
          aria-label={t('View Details of the loan of {name}', { name })}
          onClick={() => onAct('details')}
        >
          {t('View Details')}
        </Button>
        {loan.status === 'pending' && (
          <span className="flex gap-2 large-text:flex-wrap">
            <ReviewButtons
              view={loanReview}
              subject={loan}
              of={t('the loan of {name}', { name })}
              onAct={onAct}
            />
          </span>
        )}
      </span>
    </span>
  )
}
