import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { ActivityViews } from '#pwa/features/activity/activity-views.tsx'
import { t } from '#shared/text/t.ts'

export function ActivityPage() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Activity')}</h1>
      <OwnAmounts>
        <ActivityViews />
      </OwnAmounts>
    </div>
  )
}
