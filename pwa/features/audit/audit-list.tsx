import { ScrollText } from 'lucide-react'
import { Moment } from '#pwa/components/proven-event/event-parts.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { type AuditedPerson, type AuditLine, detailsOf } from '#shared/contract/audit.ts'
import { t, translated } from '#shared/text/t.ts'
import { type AuditFilter, actorName, narrowedBy, personName } from './audit-filter.ts'
import { useAudit } from './use-audit.ts'

interface AuditListProps {
  filter: AuditFilter
  onOpen: (position: string) => void
}

export function AuditList({ filter, onOpen }: AuditListProps) {
  const audit = useAudit(filter)
  return (
    <Card flush>
      <DataList
        label={t('Actions')}
        query={audit}
        failed={t('Failed to load the audit')}
        columns={columnsFor(onOpen)}
        rows={audit.lines}
        rowKey={({ position }) => position}
        expected={8}
        empty={<NothingFound filter={filter} isUserUnknown={audit.isUserUnknown} />}
      />
    </Card>
  )
}

interface NothingFoundProps {
  filter: AuditFilter
  isUserUnknown: boolean
}

function NothingFound({ filter, isUserUnknown }: NothingFoundProps) {
  const icon = <ScrollText className="size-5" />
  if (isUserUnknown) {
    return (
      <EmptyState icon={icon} title={t('User not found')}>
        {t('Check the email, display ID or user ID. A deleted user is found only by ID.')}
      </EmptyState>
    )
  }
  const isNarrowed = narrowedBy(filter) > 0
  return (
    <EmptyState
      icon={icon}
      title={isNarrowed ? t('Nothing matches') : t('Nothing has been done yet')}
    >
      {isNarrowed
        ? t('Choose another person, action or period.')
        : t('Every decision and change by staff appears here.')}
    </EmptyState>
  )
}

function columnsFor(onOpen: (position: string) => void): readonly Column<AuditLine>[] {
  return [
    {
      header: t('Action'),
      phone: 'title',
      cell: (line) => <Act line={line} onOpen={() => onOpen(line.position)} />,
    },
    {
      header: t('When'),
      phone: 'value',
      className: 'whitespace-nowrap',
      cell: ({ at }) => (
        <span className="font-normal text-fg-3 text-xs @2xl:text-fg-2 @2xl:text-sm">
          <Moment at={at} />
        </span>
      ),
    },
    {
      header: t('By'),
      phone: 'hidden',
      wide: true,
      className: NAME,
      cell: ({ actor }) => <Person person={actor.person}>{actorName(actor)}</Person>,
    },
    {
      header: t('User'),
      phone: 'hidden',
      className: NAME,
      cell: ({ subject }) =>
        subject ? (
          <Person person={subject}>{personName(subject)}</Person>
        ) : (
          <Missing label={t('No single user')} />
        ),
    },
    figureColumn(
      t('Amount'),
      'aside',
      ({ money }) => money && <Money {...money} as="order" className="text-fg @2xl:text-fg-2" />,
    ),
  ]
}

/** Names take the remaining space, and are truncated first. */
const NAME = '@2xl:w-1/2 @2xl:max-w-0'

/** On a phone it also shows the actor and the user; a press opens everything. */
function Act({ line, onOpen }: { line: AuditLine; onOpen: () => void }) {
  const { title, area, actor, subject, reason, entries } = line
  const details = detailsOf(line)
  const named =
    entries.length > 0 &&
    t('{count}: {entries}', { count: entries.length, entries: entries.join(', ') })
  return (
    <button
      type="button"
      className="-my-2 flex min-h-11 w-full flex-col justify-center py-1 text-start hover:underline @2xl:min-w-44 @2xl:max-w-56 @4xl:min-w-64 @4xl:max-w-96 @5xl:min-w-96"
      onClick={onOpen}
    >
      <span className="font-medium text-fg">{translated(title)}</span>
      <span
        title={actorName(actor)}
        className="wrap-anywhere max-w-full font-normal text-fg-2 text-xs @2xl:truncate @4xl:hidden"
      >
        {actorName(actor)}
        {subject && (
          <span className="@2xl:hidden"> {t('→ {name}', { name: personName(subject) })}</span>
        )}
      </span>
      {details && (
        <bdi
          title={details}
          className="wrap-anywhere line-clamp-6 max-w-full font-normal text-fg-2 text-xs"
        >
          {details}
        </bdi>
      )}
      <span
        title={reason ?? undefined}
        className="wrap-anywhere line-clamp-2 font-normal text-fg-3 text-xs"
      >
        {[translated(area), reason, named].filter(Boolean).join(' · ')}
      </span>
    </button>
  )
}

function Person({ person, children }: { person: AuditedPerson | null; children: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <UserLink id={person?.email && person.user_id} cuts className="text-fg-2">
        {children}
      </UserLink>
      {person?.display_id && person.name && (
        <bdi className="num text-fg-3 text-xs">{person.display_id}</bdi>
      )}
    </span>
  )
}
