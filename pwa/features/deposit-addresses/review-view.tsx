import { Landmark } from 'lucide-react'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { type Decision, problemOr, type ReviewView } from '#pwa/reviews/review-view.ts'
import { Fact } from '#pwa/ui/fact.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import {
  type AddressProposal,
  addressProposal,
  reviewDepositAddress,
} from '#shared/contract/deposit-addresses.ts'
import { formatDateTime } from '#shared/format.ts'
import { msg, t } from '#shared/text/t.ts'
import { AddressComparison } from './address-comparison.tsx'

const CHANGES = {
  add: msg('First address'),
  change: msg('Another address'),
  activate: msg('Activated again'),
} as const

/** How staff review a deposit address that another member of staff proposed. */
export const depositAddressReview: ReviewView<AddressProposal> = {
  kind: 'deposit-address',
  label: msg('Deposit address'),
  plural: msg('Deposit addresses'),
  icon: Landmark,
  concerns: msg('All users'),
  permission: 'addresses.manage',
  isProposal: true,
  schema: addressProposal,
  caseIdOf: ({ id }) => id,
  submissionOf: ({ proposed_at: at }) => at,
  standingOf: (proposal) => proposal,
  Subject: ({ subject }) => <ProposalFacts proposal={subject} />,
  decision: {
    titles: { approve: msg('Approve this address?'), reject: msg('Reject this address?') },
    description: ({ asset_symbol: symbol, network }) =>
      t('{symbol} on {network}', { symbol, network }),
    rows: ({ change, proposed_by: by, proposed_at: at }) => [
      { label: t('Change'), value: t(CHANGES[change]) },
      {
        label: t('Proposed'),
        value: t('{time} by {name}', { time: formatDateTime(at), name: by ?? t('N/A') }),
      },
    ],
    Extra: ({ subject, act }) => (
      <>
        <AddressComparison before={subject.previous_address} after={subject.address} />
        {act === 'approve' && (
          <Notice tone="warn">
            {t(
              'Compare every part of the new address with the wallet itself, not with a message from a colleague. Users send their money there.',
            )}
          </Notice>
        )}
      </>
    ),
    useSend: useReviewAddress,
    problemOf: problemOr(msg('Action failed')),
  },
}

function ProposalFacts({ proposal }: { proposal: AddressProposal }) {
  const { asset_symbol: symbol, network, change, takes_effect_at: effectAt } = proposal
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-surface-2 p-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm">
        <Fact label={t('Coin and network')}>{t('{symbol} on {network}', { symbol, network })}</Fact>
        <Fact label={t('Change')}>{t(CHANGES[change])}</Fact>
        <Fact label={t('Proposed by')}>{proposal.proposed_by ?? t('N/A')}</Fact>
        <Fact label={t('Proposed')}>{formatDateTime(proposal.proposed_at)}</Fact>
        {effectAt && (
          <Fact label={t('Takes effect without approval')}>{formatDateTime(effectAt)}</Fact>
        )}
      </dl>
      <AddressComparison before={proposal.previous_address} after={proposal.address} />
    </div>
  )
}

export function useReviewAddress() {
  const { submit } = useSubmit(reviewDepositAddress)
  return ({ subject, act }: Pick<Decision<AddressProposal>, 'subject' | 'act'>) =>
    submit({
      params: { assetSymbol: subject.asset_symbol },
      body: { network: subject.network, action: act, proposedAt: subject.proposed_at },
    })
}
