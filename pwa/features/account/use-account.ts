import { call } from '#pwa/data/api-client.ts'
import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { attempt } from '#pwa/hooks/attempt.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { deleteAccount, removePicture, setPicture } from '#shared/contract/account.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  enrolSecondFactor,
  listSessions,
  renewRecoveryCodes,
  revokeSession,
} from '#shared/contract/auth.ts'
import { listPasskeys, removePasskey, renamePasskey } from '#shared/contract/passkeys.ts'

export function useOwnSessions() {
  const sessions = useQueryFor(listSessions, {}, { ...useFallbackPolling(), isKept: false })
  const revoke = useSubmit(revokeSession)
  return { ...sessions, revoke: revoke.submit }
}

export function useOwnPasskeys() {
  const passkeys = useQueryFor(listPasskeys, {}, { ...useFallbackPolling(), isKept: false })
  const { submit: remove, isSubmitting: isRemoving } = useSubmit(removePasskey)
  const { submit: rename } = useSubmit(renamePasskey)
  return { ...passkeys, remove, isRemoving, rename }
}

/** The steps of the second factor; secrets pass through and are not stored on the device. */
export function useSecondFactor() {
  return {
    enrol: (password: string) => attempt(() => call(enrolSecondFactor, { body: { password } })),
    enable: (code: string) => attempt(() => call(enableSecondFactor, { body: { code } })),
    disable: (password: string, code: string) =>
      attempt(() => call(disableSecondFactor, { body: { password, code } })),
    renew: (password: string, code: string) =>
      attempt(() => call(renewRecoveryCodes, { body: { password, code } })),
  }
}

/**
 * Not with `submit`, which refetches what is on the screens: after the deletion every fetch would
 * fail.
 */
export function sendDeletion() {
  return attempt(() => call(deleteAccount, {}))
}

export function usePicture() {
  const set = useSubmit(setPicture)
  const remove = useSubmit(removePicture)
  return {
    isBusy: set.isSubmitting || remove.isSubmitting,
    set: (file: File) => set.submit({ files: { picture: file } }),
    remove: () => remove.submit({}),
  }
}
