import { Link } from 'react-router-dom'
import { ActivityViews } from '#pwa/features/activity/activity-views.tsx'
import { useOwnerOfActivity } from '#pwa/features/activity/use-activity.ts'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { t } from '#shared/text/t.ts'

/** A user's activity as they see it themselves, for staff. */
export function AdminUserActivityPage() {
  const { userId, name } = useOwnerOfActivity()
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col">
        <h1 className="break-words font-semibold text-xl text-fg md:text-2xl">
          {name ? t('Activity of {name}', { name }) : t('User’s activity')}
        </h1>
        <Link
          to={`/admin/users?open=manage&user=${userId}`}
          className={`${textLinkClass} self-start`}
        >
          {t('Back to the user')}
        </Link>
      </div>
      <ActivityViews />
    </div>
  )
}
