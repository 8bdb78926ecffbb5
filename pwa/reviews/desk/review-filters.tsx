import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { useReviewViews } from '#pwa/reviews/use-review-views.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Field, Select } from '#pwa/ui/field.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { ASSETS } from '#shared/assets.ts'
import { t } from '#shared/text/t.ts'
import { chosenCount, type DeskFilter } from './desk-address.ts'

interface ReviewFiltersProps {
  filter: DeskFilter
  counts: Readonly<Record<string, number>> | undefined
  typed: string
  searchRef: RefObject<HTMLInputElement | null>
  onTyped: (text: string) => void
  /** undefined removes a choice. */
  onChoose: (name: keyof DeskFilter, value: string | undefined) => void
}

/** Search, kinds with their counts, and the other filters behind a button. */
export function ReviewFilters(props: ReviewFiltersProps) {
  const { filter, counts, typed, searchRef, onTyped, onChoose } = props
  const [isUnfolded, setUnfolded] = useState(chosenCount(filter) > 0)
  const foldId = useId()
  const count = chosenCount(filter)
  return (
    <div className="flex flex-col gap-2 border-line border-b p-3">
      <div className="flex gap-2">
        <SearchField
          ref={searchRef}
          label={t('Search users')}
          placeholder={t('Name, email or ID')}
          className="flex-1"
          value={typed}
          onChange={onTyped}
        />
        <Button
          className="h-12"
          variant="outline"
          icon={<SlidersHorizontal className="size-4" />}
          aria-expanded={isUnfolded}
          aria-controls={foldId}
          aria-label={count === 0 ? t('Filters') : t('Filters, {count} set', { count })}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {count > 0 && <span className="num">{count}</span>}
        </Button>
      </div>
      <KindChoice counts={counts} value={filter.kind} onChoose={(kind) => onChoose('kind', kind)} />
      <div id={foldId} hidden={!isUnfolded} className="grid grid-cols-2 gap-2">
        <Choice
          label={t('Claimed')}
          value={filter.claim}
          onChoose={(value) => onChoose('claim', value)}
        >
          <option value="">{t('Any')}</option>
          <option value="mine">{t('By me')}</option>
          <option value="others">{t('By others')}</option>
          <option value="nobody">{t('Not claimed')}</option>
        </Choice>
        <Choice
          label={t('Waiting')}
          value={filter.hours?.toString()}
          onChoose={(value) => onChoose('hours', value)}
        >
          <option value="">{t('Any time')}</option>
          <option value="1">{overHours(1)}</option>
          <option value="24">{overDays(1)}</option>
          <option value="72">{overDays(3)}</option>
        </Choice>
        <Choice
          label={t('Asset')}
          value={filter.asset}
          onChoose={(value) => onChoose('asset', value)}
        >
          <option value="">{t('Any asset')}</option>
          {ASSETS.map(({ symbol }) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </Choice>
        <Choice
          label={t('Approvals')}
          value={filter.approvals}
          onChoose={(value) => onChoose('approvals', value)}
        >
          <option value="">{t('Any')}</option>
          <option value="none">{t('None yet')}</option>
          <option value="one">{t('Awaiting the second')}</option>
        </Choice>
        <Choice
          label={t('Limit orders')}
          value={filter.reached}
          onChoose={(value) => onChoose('reached', value)}
        >
          <option value="">{t('All requests')}</option>
          <option value="true">{t('Limit reached')}</option>
        </Choice>
        <Choice
          label={t('Sort order')}
          value={filter.order === 'oldest' ? undefined : filter.order}
          onChoose={(value) => onChoose('order', value)}
        >
          <option value="">{t('Oldest first')}</option>
          <option value="newest">{t('Newest first')}</option>
        </Choice>
      </div>
    </div>
  )
}

function overHours(hours: number): string {
  return t('{hours, plural, one {Over # hour} other {Over # hours}}', { hours })
}

function overDays(days: number): string {
  return t('{days, plural, one {Over # day} other {Over # days}}', { days })
}

interface ChoiceProps {
  label: string
  value: string | undefined
  onChoose: (value: string | undefined) => void
  children: ReactNode
}

function Choice({ label, value = '', onChoose, children }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChoose(event.target.value || undefined)}>
        {children}
      </Select>
    </Field>
  )
}

interface KindChoiceProps {
  counts: ReviewFiltersProps['counts']
  value: string | undefined
  onChoose: (kind: string | undefined) => void
}

/** Radio buttons that look like chips, in one scrolling line, so that counts move nothing below. */
function KindChoice({ counts, value, onChoose }: KindChoiceProps) {
  const name = useId()
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  // A kind without waiting requests is hidden unless it is chosen.
  const views = useReviewViews().filter(({ kind }) => kind === value || counts?.[kind] !== 0)
  const choices = [
    { kind: undefined, label: t('All'), count: total },
    ...views.map(({ kind, plural }) => ({ kind, label: t(plural), count: counts?.[kind] })),
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('Type')}</legend>
      <div
        data-strip=""
        className="max-md:no-scrollbar -mx-3 flex gap-1.5 overflow-x-auto px-3 py-0.5 [scrollbar-width:thin] md:pb-2"
      >
        {choices.map(({ kind, label, count }) => (
          <label
            key={label}
            className={classNames(
              'relative flex h-11 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-3 font-medium text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-info md:h-8',
              kind === value
                ? 'border-accent/50 bg-accent/10 text-accent'
                : 'border-line text-fg-2 hover:text-fg',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={kind === value}
              onChange={() => onChoose(kind)}
            />
            {label}
            {count !== undefined && <span className="num text-xs">{count}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
