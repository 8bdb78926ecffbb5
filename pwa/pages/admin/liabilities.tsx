import { Link } from 'react-router-dom'
import { PublishControls } from '#pwa/features/liabilities/publish-controls.tsx'
import { StatementList } from '#pwa/features/liabilities/statement-list.tsx'
import { useLiabilities } from '#pwa/features/liabilities/use-liabilities.ts'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { t } from '#shared/text/t.ts'

/** What the platform owes its users, as it was published. */
export function AdminLiabilitiesPage() {
  const found = useLiabilities()
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Proof of liabilities')}</h1>
        <Link to="/admin/reserves" className={textLinkClass}>
          {t('Reserves')}
        </Link>
      </div>
      <Loaded query={found} failed={t('Failed to load the statements')}>
        {({ running, statements }) => (
          <>
            <PublishControls running={running} />
            <StatementList statements={statements} />
          </>
        )}
      </Loaded>
    </div>
  )
}
