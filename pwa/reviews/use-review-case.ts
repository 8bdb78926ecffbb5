import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { call } from '#pwa/data/api-client.ts'
import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { showFailure } from '#pwa/stores/toasts.ts'
import {
  claimReview,
  listReviews,
  type ReviewCase,
  type ReviewClaim,
  type ReviewItem,
  readReview,
  releaseReview,
} from '#shared/contract/review-desk.ts'
import { CLAIM_RENEWAL_MINUTES } from '#shared/rules/review-desk.ts'
import { t } from '#shared/text/t.ts'
import { epochMsOf, MINUTE_MS } from '#shared/time.ts'
import type { CaseName, ReviewView } from './review-view.ts'

const POLL_MS = 30_000

/** Changes come over the live channel, except that a claim has expired. */
export function useReviewCase(name: CaseName) {
  const found = useQueryFor(readReview, { params: name }, useFallbackPolling(POLL_MS))
  const nowMs = useServerNow(MINUTE_MS)
  const expiresAt = found.data?.item.claim?.expires_at
  const isExpired = expiresAt !== undefined && epochMsOf(expiresAt) <= nowMs
  const refetch = useEffectEvent(found.refetch)
  // Once for each end: the claim was renewed, or is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end is looked at again
  useEffect(() => {
    if (isExpired) refetch()
  }, [isExpired, expiresAt])
  return found
}

/** The request that a case is about; undefined while it loads, and where it was withdrawn. */
export function useSubject<S>(view: ReviewView<S> | undefined, found: ReviewCase | undefined) {
  return useMemo(() => view?.schema.safeParse(found?.subject).data, [view, found])
}

/** Claims, takes over and releases a case; a toast shows a refusal. */
export function useClaims(name: CaseName) {
  const claiming = useSubmit(claimReview)
  const releasing = useSubmit(releaseReview)
  const take = (from?: string) =>
    claiming.submit({
      params: name,
      body: from === undefined ? {} : { take_over_from: from },
    })
  const showRefusal = async (
    sent: ReturnType<typeof take> | ReturnType<typeof releasing.submit>,
  ) => {
    const result = await sent
    if (result.state !== 'refused') return
    showFailure(result.failure, { title: t('Error'), message: t('Action failed') })
  }
  return {
    isBusy: claiming.isSubmitting || releasing.isSubmitting,
    claim: () => showRefusal(take()),
    /** Whether it worked. */
    claimSilently: async () => (await take()).state === 'done',
    takeOver: (from: string) => showRefusal(take(from)),
    release: () => showRefusal(releasing.submit({ params: name })),
  }
}

/**
 * Claims a free case while its decision dialog is open, so that colleagues see it; a claim made
 * before stays afterwards. A decision does not depend on it: the server refuses what it must.
 */
export function useClaimWhileOpen(name: CaseName, item: ReviewItem | undefined) {
  const { user, may } = useSession()
  const { claimSilently, release, ...claims } = useClaims(name)
  const state = useRef<'new' | 'seen' | 'claimed'>('new')
  const claiming = useRef<Promise<void>>(undefined)
  const letGo = useRef(release)
  letGo.current = release
  const mayClaim = may('reviews.claim') && item?.waiting && item.user.id !== user?.userId
  useEffect(() => {
    if (!item || state.current !== 'new') return
    state.current = 'seen'
    if (!mayClaim || item.claim) return
    // From the start, because a page that closes before the response must also release the claim.
    state.current = 'claimed'
    claiming.current = claimSilently().then((works) => {
      if (!works && state.current === 'claimed') state.current = 'seen'
    })
  })
  useEffect(
    () => () => {
      void Promise.resolve(claiming.current).then(() => {
        if (state.current === 'claimed') return letGo.current()
      })
    },
    [],
  )
  const { kind, id } = name
  useEffect(() => {
    const release = () => {
      if (state.current !== 'claimed') return
      // A page that comes back from the browser's cache claims the case again.
      state.current = 'new'
      void call(releaseReview, { params: { kind, id }, outlivesPage: true }).catch(() => undefined)
    }
    window.addEventListener('pagehide', release)
    return () => window.removeEventListener('pagehide', release)
  }, [kind, id])
  useClaimRenewal(name, item?.claim?.is_mine === true)
  return {
    ...claims,
    /** Before a decision is sent: a claim that arrives after it would be refused. */
    settle: async () => {
      if (state.current === 'new') state.current = 'seen'
      await claiming.current
    },
    /** A decided case has no claim to release. */
    keep: () => {
      state.current = 'seen'
    },
  }
}

/**
 * Renews the reviewer's claim while its case is open and visible, and at once when the page becomes
 * visible again. Nothing on the screen depends on it, so nothing is fetched again.
 */
export function useClaimRenewal({ kind, id }: CaseName, isMine: boolean): void {
  useEffect(() => {
    if (!isMine) return
    const renew = () => {
      if (document.visibilityState === 'hidden') return
      void call(claimReview, { params: { kind, id }, body: {} }).catch(() => undefined)
    }
    const timer = setInterval(renew, CLAIM_RENEWAL_MINUTES * MINUTE_MS)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [kind, id, isMine])
}

const CLAIMS_PAGE = 200

/** Another reviewer's claim on a request of a list: one query for all claims on a kind. */
export function useOthersClaim({ kind, id }: CaseName): ReviewClaim | undefined {
  const { may } = useSession()
  const nowMs = useServerNow(MINUTE_MS)
  const { data } = usePagesFor(
    listReviews,
    { query: { kind, claim: 'others', limit: CLAIMS_PAGE } },
    { isEnabled: may('reviews.read'), nextOf: ({ next }) => next, isWhole: true },
  )
  const claim = data?.flatMap(({ items }) => items).find((item) => item.id === id)?.claim
  return claim && epochMsOf(claim.expires_at) > nowMs ? claim : undefined
}
