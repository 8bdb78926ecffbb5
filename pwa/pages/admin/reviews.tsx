import { Inbox, Keyboard } from 'lucide-react'
import { CasePane } from '#pwa/reviews/desk/case-pane.tsx'
import { ReviewFilters } from '#pwa/reviews/desk/review-filters.tsx'
import { ReviewList } from '#pwa/reviews/desk/review-list.tsx'
import { ShortcutsDialog } from '#pwa/reviews/desk/shortcuts-dialog.tsx'
import { useDesk } from '#pwa/reviews/desk/use-desk.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { EmptyState } from '#pwa/ui/states.tsx'
import { t } from '#shared/text/t.ts'

/**
 * One inbox of everything that waits for staff. The address names the open case, so that a
 * notification can link to it; on a phone it replaces the list.
 */
export function AdminReviewsPage() {
  const desk = useDesk()
  const { name, openName, addressOf } = desk
  const listOnly = openName === undefined ? '' : 'max-md:hidden'
  return (
    <div className="flex flex-col gap-4">
      <header
        className={classNames(
          'flex items-center justify-between gap-3',
          openName !== undefined && 'max-md:sr-only',
        )}
      >
        <h1 className="font-semibold text-fg text-xl md:text-2xl">{t('Review desk')}</h1>
        <Button
          size="small"
          variant="ghost"
          className="max-md:hidden"
          icon={<Keyboard className="size-4" />}
          onClick={() => desk.setHelps(true)}
        >
          {t('Shortcuts')}
        </Button>
      </header>
      <div className="grid grid-cols-1 gap-4 md:h-[calc(100dvh-16rem)] md:min-h-120 md:grid-cols-[20rem_minmax(0,1fr)] xl:h-[calc(100dvh-12rem)]">
        <section
          aria-label={t('Queue')}
          className={classNames(
            // Not clipped: rounded corners over scrolling content would be clipped again in every frame.
            'flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-surface pb-2',
            listOnly,
          )}
        >
          <ReviewFilters
            filter={desk.filter}
            counts={desk.reviews.counts}
            typed={desk.typed}
            searchRef={desk.searchRef}
            onTyped={desk.setTyped}
            onChoose={desk.choose}
          />
          <div className="min-h-0 flex-1 bg-surface md:overflow-y-auto md:overscroll-contain">
            <ReviewList
              reviews={desk.reviews}
              isFiltered={desk.isFiltered}
              openName={openName}
              cursor={desk.cursor}
              focused={desk.focused}
              addressOf={addressOf}
              onCursor={desk.moveCursor}
            />
          </div>
        </section>
        <section
          aria-label={t('Case')}
          className={classNames(
            'flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-surface md:overflow-hidden',
            openName === undefined && 'max-md:hidden',
          )}
        >
          {name ? (
            <CasePane
              key={openName}
              name={name}
              listAddress={addressOf(undefined)}
              addressOf={addressOf}
              onSeen={desk.onSeen}
              onDecided={desk.onDecided}
              onPassed={desk.onPassed}
            />
          ) : (
            <div className="m-auto">
              <EmptyState icon={<Inbox className="size-5" />} title={t('Select a case')}>
                {desk.reviews.data?.length !== 0 &&
                  t('Choose one from the list, or press j and Enter. ? shows every shortcut.')}
              </EmptyState>
            </div>
          )}
        </section>
      </div>
      {desk.helps && <ShortcutsDialog onClose={() => desk.setHelps(false)} />}
    </div>
  )
}
