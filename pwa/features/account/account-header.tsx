import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#pwa/components/avatar.tsx'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { useOwn, useOwnUser } from '#pwa/hooks/use-own.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { Age } from '#pwa/ui/age.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Stat, StatRow } from '#pwa/ui/stat.tsx'
import { EmptyState, ErrorState } from '#pwa/ui/states.tsx'
import type { SessionUser } from '#shared/contract/auth.ts'
import { sumHolds } from '#shared/contract/portfolio.ts'
import { parseUnits } from '#shared/money.ts'
import { CREDIT_SCORE_MAX, creditBandOf } from '#shared/rules/credit-score.ts'
import { t } from '#shared/text/t.ts'
import { profileNotice } from './account-failures.ts'
import { PictureDialog } from './picture-dialog.tsx'

/** Source: docs/product.md, Live updates. */
const SUMS = { pollMs: 10_000 }

export function AccountHeader() {
  const { data: user, error, isLoading, refetch } = useOwnUser()
  const { value } = usePortfolio()
  const { data: sums } = useOwn(sumHolds, (userId) => ({ params: { userId } }), SUMS)
  const notice = profileNotice({ error, isLoading })
  if (!user && error) return <ErrorState message={notice} onRetry={refetch} />
  if (!user && !isLoading) return <EmptyState title={notice} />
  const stakes = sums?.filter(({ kind }) => kind === 'stake')
  const staked = stakes?.reduce((sum, { amount }) => sum + parseUnits(amount), 0n)
  return (
    <Card>
      <div className="flex flex-col gap-5">
        {user ? <Identity user={user} /> : <Loading notice={notice} />}
        <OwnAmounts>
          <StatRow>
            <Stat
              label={t('Total portfolio value')}
              value={value && <Money amount={value.total} as="usd" />}
              note={value?.asOf && <Age at={value.asOf} />}
            />
            <Stat
              label={t('Staked value')}
              value={staked === undefined ? undefined : <Money amount={staked} as="usd" />}
            />
            <Stat
              label={t('Credit score')}
              value={user && <bdi dir="ltr">{`${user.credit_score} / ${CREDIT_SCORE_MAX}`}</bdi>}
              note={user && t(creditBandOf(user.credit_score))}
            />
          </StatRow>
        </OwnAmounts>
      </div>
    </Card>
  )
}

function Identity({ user }: { user: SessionUser }) {
  const [changesPicture, setChangesPicture] = useState(false)
  return (
    <div className="flex items-center gap-4">
      <button
        type="button"
        aria-label={t('Change the profile picture')}
        className="relative shrink-0 rounded-full"
        onClick={() => setChangesPicture(true)}
      >
        <Avatar size="large" name={user.full_name} src={user.profile_picture ?? undefined} />
        <span className="-end-1 -bottom-1 absolute grid size-6 place-items-center rounded-full border-2 border-surface bg-accent-fill text-on-accent">
          <Pencil aria-hidden="true" className="size-3" />
        </span>
      </button>
      <div className="min-w-0">
        <p
          className="wrap-anywhere line-clamp-2 font-semibold text-fg text-lg"
          title={user.full_name}
        >
          {user.full_name}
        </p>
        <ShortText className="block text-fg-2 text-sm">{user.email}</ShortText>
        <p className="num text-fg-3 text-xs">{t('ID {id}', { id: user.display_id })}</p>
      </div>
      {changesPicture && (
        <PictureDialog
          hasPicture={user.profile_picture !== null}
          onClose={() => setChangesPicture(false)}
        />
      )}
    </div>
  )
}

function Loading({ notice }: { notice: string }) {
  return (
    <div role="status" className="flex items-center gap-4">
      <Skeleton className="size-16 rounded-full" />
      <p className="text-fg-3 text-sm">{notice}</p>
    </div>
  )
}
