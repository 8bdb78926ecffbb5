import { ArrowRight } from 'lucide-react'
import { Code, EventSteps, Moment } from '#pwa/components/proven-event/event-parts.tsx'
import { EventProof } from '#pwa/components/proven-event/event-proof.tsx'
import { movementOf, signedText } from '#pwa/hooks/movement.ts'
import { CachedAge } from '#pwa/ui/age.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Part } from '#pwa/ui/part.tsx'
import { SkeletonParts } from '#pwa/ui/skeleton.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import {
  type ActivityLine,
  type ActivityReason,
  type Actor,
  reasonOf,
  titleOf,
} from '#shared/contract/activity.ts'
import { msg, t } from '#shared/text/t.ts'
import { KIND_LABELS } from './activity-filter.ts'
import { useActivityReason, useWhose } from './use-activity.ts'

/** Why a balance moved: the decision, who made it, what it did, and how to check it. */
export function ReasonDialog({ position, onClose }: { position: string; onClose: () => void }) {
  const reason = useActivityReason(position)
  return (
    <Dialog
      onClose={onClose}
      title={reason.data ? titleOf(reason.data) : t('Why')}
      description={reason.data && t(KIND_LABELS[reason.data.kind])}
    >
      <Loaded
        query={reason}
        failed={t('The reason could not be loaded')}
        loading={<SkeletonParts sizes={['h-12', 'h-40', 'h-28']} />}
      >
        {(data) => (
          <div className="flex flex-col gap-6">
            <CachedAge of={reason} />
            <Reason reason={data} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Reason({ reason }: { reason: ActivityReason }) {
  const { isOwn } = useWhose()
  return (
    <>
      <div>
        {!isOwn && <p className="text-fg-3 text-xs">{t('As shown to the user')}</p>}
        <p className="break-words text-base text-fg">{reasonOf(reason)}</p>
      </div>
      <Part title={t('What it changed')}>
        <BalanceChanges lines={reason.lines} />
      </Part>
      <Part title={t('The decision')}>
        <SummaryList
          rows={[
            { label: t('By'), value: nameOf(reason.by, isOwn), strong: true },
            { label: t('Decided'), value: <Moment at={reason.decided_at} /> },
            { label: t('Recorded'), value: <Moment at={reason.recorded_at} /> },
            { label: t('Request'), value: <Code>{reason.request_id}</Code> },
          ]}
        />
      </Part>
      <Part title={t('History')}>
        <EventSteps
          steps={reason.history.map((step) => ({ ...step, by: nameOf(step.by, isOwn) }))}
          shown={reason.event.version}
          count={reason.history_length}
        />
      </Part>
      <Part title={t('The proof')}>
        <EventProof event={reason.event} isKept={isOwn} />
      </Part>
    </>
  )
}

const NAMES: Readonly<Record<Exclude<Actor['kind'], 'user'>, string>> = {
  staff: msg('Staff'),
  system: msg('The platform'),
  visitor: msg('A visitor who was not signed in'),
}

function nameOf({ kind, display_id }: Actor, isOwn: boolean): string {
  if (kind === 'user') return isOwn ? t('You') : t('The user')
  return kind === 'staff' && display_id ? t('Staff {id}', { id: display_id }) : t(NAMES[kind])
}

function BalanceChanges({ lines }: { lines: readonly ActivityLine[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {lines.map((line) => (
        <li key={line.symbol} className="rounded-md border border-line bg-surface-2 px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-2.5">
            <CoinIcon symbol={line.symbol} size="small" />
            <span className="font-medium text-fg text-sm">{line.symbol}</span>
            <Amount line={line} />
          </p>
          <dl className="mt-2 grid gap-1">
            <Change label={t('Available')} {...line.available} />
            <Change label={t('Frozen')} {...line.frozen} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Amount({ line }: { line: ActivityLine }) {
  const movement = movementOf(line)
  return (
    <span className={classNames('num ms-auto font-semibold text-sm', TONES[movement.direction])}>
      {t(
        '{direction, select, frozen {{amount} frozen} released {{amount} released} other {{amount}}}',
        {
          direction: movement.direction,
          amount: signedText(movement),
        },
      )}
    </span>
  )
}

const TONES = { in: 'text-up', out: 'text-down', frozen: 'text-fg', released: 'text-fg' }

function Change({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
      <dt className="text-fg-3">{label}</dt>
      <dd className="ms-auto flex flex-wrap items-baseline justify-end gap-x-2 text-fg-2">
        {before === after ? (
          <>
            <Money amount={after} />
            <span className="text-fg-3 text-xs">{t('unchanged')}</span>
          </>
        ) : (
          <>
            <Money amount={before} className="text-fg-3" />
            <ArrowRight
              aria-label={t('{use, select, arrow {to} other {to}}', { use: 'arrow' })}
              className="size-3.5 self-center text-fg-3 rtl:-scale-x-100"
            />
            <Money amount={after} className="text-fg" />
          </>
        )}
      </dd>
    </div>
  )
}
