import type { ReactNode } from 'react'
import { Moment } from '#pwa/features/activity/event-parts.tsx'
import type { Column } from '#pwa/ui/data-list.tsx'
import { Missing } from '#pwa/ui/missing.tsx'
import type { AuditedPerson, AuditLine } from '#shared/contract/audit.ts'
import { actorName, personName } from './audit-filter.ts'

/** Who did what to whom, when. Pressing the act opens its event. */
export function auditColumns(onOpen: (position: string) => void): readonly Column<AuditLine>[] {
  return [
    {
      key: 'act',
      header: 'Act',
      phone: 'title',
      cell: ({ title, area, position }) => (
        <button
          type="button"
          className="-my-2 flex min-h-11 w-full flex-col justify-center py-1 text-left hover:underline"
          onClick={() => onOpen(position)}
        >
          <span className="font-medium text-fg">{title}</span>
          <span className="font-normal text-fg-3 text-xs">{area}</span>
        </button>
      ),
    },
    {
      key: 'when',
      header: 'When',
      phone: 'value',
      className: 'whitespace-nowrap',
      cell: ({ at }) => (
        <span className="font-normal text-fg-2 text-xs @2xl:text-sm">
          <Moment at={at} />
        </span>
      ),
    },
    {
      key: 'by',
      header: 'By',
      cell: ({ actor }) => <Person person={actor.person}>{actorName(actor)}</Person>,
    },
    {
      key: 'user',
      header: 'User',
      cell: ({ subject }) =>
        subject ? (
          <Person person={subject}>{personName(subject)}</Person>
        ) : (
          <Missing label="Nobody in particular" />
        ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) =>
        amount === null ? <Missing label="No amount" /> : <span className="num">{amount}</span>,
    },
    {
      key: 'reason',
      header: 'Reason',
      className: '@2xl:max-w-56',
      cell: ({ reason }) =>
        reason === null ? (
          <Missing label="No reason" />
        ) : (
          <span className="line-clamp-2 min-w-0 break-words text-right @2xl:text-left">
            {reason}
          </span>
        ),
    },
  ]
}

function Person({ person, children }: { person: AuditedPerson | null; children: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col text-right @2xl:text-left">
      <span className="truncate text-fg-2">{children}</span>
      {person?.display_id && person.name && (
        <span className="num text-fg-3 text-xs">{person.display_id}</span>
      )}
    </span>
  )
}
