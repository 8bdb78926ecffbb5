import { PublishControls } from '#pwa/features/liabilities/publish-controls.tsx'
import { StatementList } from '#pwa/features/liabilities/statement-list.tsx'
import { useLiabilities } from '#pwa/features/liabilities/use-liabilities.ts'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { t } from '#shared/text/t.ts'

/** What the platform owes its users, as it was published. */
export function AdminLiabilitiesPage() {
  const found = useLiabilities()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Proof of liabilities')}</h1>
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
