import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { ImageDialog } from '#pwa/components/image-dialog.tsx'
import { KeptPicture } from '#pwa/components/kept-picture.tsx'
import { SignedImage } from '#pwa/components/signed-image.tsx'
import { UserLink } from '#pwa/components/user-link.tsx'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { Part } from '#pwa/ui/part.tsx'
import type { LookAlike, ReviewCase } from '#shared/contract/review-desk.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { nameText } from './review-view.ts'
import { SameAmountList } from './same-amounts.tsx'

interface LookAlikesProps {
  /** The case's own proof. */
  ownUrl: string
  found: Found
  addressOf: (name: string) => string
}

type Found = Pick<
  ReviewCase,
  'look_alikes' | 'look_alike_count' | 'same_amounts' | 'same_amount_count'
>

interface ProofBesideProps extends LookAlikesProps {
  request: ReactNode
  /** What else a decision needs. */
  children: ReactNode
}

/**
 * The proof beside the request, above the cases whose proof looks the same. In a wide pane it stays
 * in view, as tall as the pane, while everything else scrolls beside it.
 */
export function ProofBeside({ request, children, ...rest }: ProofBesideProps) {
  const [isOpen, setOpen] = useState(false)
  const { ownUrl } = rest
  return (
    <div className="grid items-start gap-x-4 gap-y-5 @xl:grid-cols-[minmax(0,1fr)_16rem] @5xl:grid-cols-[minmax(0,1fr)_30rem] @5xl:grid-rows-[auto_1fr]">
      <div className="@5xl:sticky @5xl:top-0 @xl:col-start-2 @5xl:row-span-2 @xl:row-start-1">
        <Part title={t('Proof')}>
          <KeptPicture
            url={ownUrl}
            label={t('View the proof')}
            className="h-40 w-full @5xl:h-[calc(100dvh-32rem)] @xl:h-72 @5xl:min-h-96"
            onOpen={() => setOpen(true)}
          />
        </Part>
      </div>
      <div className="min-w-0 @xl:col-start-1 @xl:row-start-1">{request}</div>
      <div className="flex min-w-0 flex-col gap-5 @xl:col-span-2 @5xl:col-span-1">
        <LookAlikeList {...rest} />
        <SameAmountList found={rest.found} addressOf={rest.addressOf} />
        {children}
      </div>
      {isOpen && <ImageDialog title={t('Proof')} url={ownUrl} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Identical files and look-alikes in one list, each beside the case's own proof. */
export function LookAlikeList({ ownUrl, found, addressOf }: LookAlikesProps) {
  const { look_alikes: alike, look_alike_count: total } = found
  const [compared, setCompared] = useState<LookAlike>()
  if (alike.length === 0) return null
  const title =
    alike.length < total
      ? t('Proofs that look the same ({count} of {total})', { count: alike.length, total })
      : t('Proofs that look the same')
  return (
    <Part title={title}>
      <ul className="grid gap-3 @xl:grid-cols-2">
        {alike.map((each) => (
          <li
            key={nameText(each)}
            className="flex gap-3 rounded-md border border-line bg-surface-2 p-3"
          >
            <KeptPicture
              url={each.picture_url}
              label={
                each.user.full_name
                  ? t('Compare with the proof of {name}', { name: each.user.full_name })
                  : t('Compare with the proof of a deleted user')
              }
              className="h-24 w-16 shrink-0"
              onOpen={() => setCompared(each)}
            />
            <LookAlikeFacts each={each} address={addressOf(nameText(each))} />
          </li>
        ))}
      </ul>
      {compared && (
        <Dialog
          onClose={() => setCompared(undefined)}
          title={t('Proofs side by side')}
          size="large"
        >
          <div className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
            <Proof url={ownUrl} caption={t('This case')} />
            <Proof
              url={compared.picture_url}
              caption={t('{name}, {time}', {
                name: compared.user.full_name || t('Deleted user'),
                time: formatDateTime(compared.since),
              })}
            />
          </div>
        </Dialog>
      )}
    </Part>
  )
}

/** Shown above the case: a reviewer must not have to scroll to find out. */
export function LookAlikeWarning({ found }: Pick<LookAlikesProps, 'found'>) {
  return found.look_alikes.length > 0 && <Notice tone="warn">{warningOf(found)}</Notice>
}

function LookAlikeFacts({ each, address }: { each: LookAlike; address: string }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={each.is_identical ? 'danger' : 'warn'}>
          {each.is_identical
            ? t('Same file')
            : t('{percent}% alike', { percent: Math.round((1 - each.distance / 64) * 100) })}
        </Badge>
        <StatusBadge status={each.status} />
      </span>
      <Link
        to={address}
        className="inline-flex min-h-6 items-center text-info hover:underline max-md:min-h-11"
      >
        <Money amount={each.amount} symbol={each.asset ?? ''} as="portfolio" />
      </Link>
      <span className="wrap-anywhere text-fg-2 text-xs">
        <UserLink id={each.user.id}>
          {each.is_same_user ? t('The same user') : each.user.full_name || t('Deleted user')}
        </UserLink>{' '}
        <bdi className="text-fg-3">{each.user.display_id}</bdi>
      </span>
      <span className="text-fg-3 text-xs">{formatDateTime(each.since)}</span>
    </div>
  )
}

function Proof({ url, caption }: { url: string; caption: string }) {
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <SignedImage
        src={url}
        alt={caption}
        className="max-h-[64dvh] w-full rounded-md border border-line bg-surface-3 object-contain"
        failed={<Notice tone="danger">{t('Failed to load image')}</Notice>}
      />
      <figcaption className="wrap-anywhere text-center text-fg-2 text-sm">{caption}</figcaption>
    </figure>
  )
}

function warningOf({ look_alikes: alike, look_alike_count: total }: Found): string {
  if (alike.length < total) {
    return t(
      '{total, plural, one {# other request has a proof like this.} other {# other requests have a proof like this.}} The closest match of each user is shown, with near amounts first.',
      { total },
    )
  }
  const others = alike.filter((each) => !each.is_same_user).length
  if (others === 0) return t('The same user has sent a proof like this before.')
  return t(
    '{others, plural, one {Another user has sent a proof like this.} other {# requests of other users have a proof like this.}}',
    { others },
  )
}
