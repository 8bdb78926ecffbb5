import { Link } from 'react-router-dom'
import { Avatar } from '#pwa/components/avatar.tsx'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { t } from '#shared/text/t.ts'

export function OwnAvatar() {
  const { data: user } = useOwnUser()
  if (!user) return <span className="size-11" />
  return (
    <Link to="/profile" aria-label={t('My Account')} className="grid size-11 place-items-center">
      <Avatar name={user.full_name} src={user.profile_picture ?? undefined} />
    </Link>
  )
}
