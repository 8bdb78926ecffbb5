import { usePortfolio } from '#pwa/features/portfolio/use-portfolio.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { formatUsd } from '#shared/format.ts'
import { useOwnUser } from './use-account.ts'

/** Who is signed in, and what the account is worth. */
export function AccountHeader() {
  const { data: user, error, refetch } = useOwnUser()
  const { value } = usePortfolio()
  if (!user && error) return <ErrorState message={error.message} onRetry={refetch} />
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <div className="flex items-center gap-4">
          <Avatar size="large" name={user?.full_name ?? ''} />
          <div className="min-w-0">
            {user ? (
              <>
                <p className="truncate font-semibold text-fg text-lg">{user.full_name}</p>
                <p className="truncate text-fg-2 text-sm">{user.email}</p>
                <p className="num text-fg-3 text-xs">ID {user.display_id}</p>
              </>
            ) : (
              <Skeleton className="h-16 w-48" />
            )}
          </div>
        </div>
        <div className="grid grid-cols-2 gap-4">
          <Stat label="Total portfolio value" value={value && formatUsd(value.total)} />
          <Stat label="Credit score" value={user?.credit_score} />
        </div>
      </div>
    </Card>
  )
}
