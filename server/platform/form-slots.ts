import { CutOffRequest, RefusedRequest } from '#server/platform/errors.ts'
import type { Arrival } from '#server/platform/slow-body.ts'
import { refuse } from '#shared/refusal.ts'
import { SECOND_MS } from '#shared/time.ts'

/** How many forms are received or processed at once. */
const FORMS_MAX = 16
export const FORMS_MAX_BY_USER = 2
const RETRY_LATER = { retryAfterSeconds: 2 }

/** When all slots are in use, a form that is slower than this after this time gives up its slot. */
const PATIENCE_MS = 10 * SECOND_MS
const PATIENT_BYTES_PER_SECOND = 128 * 1024

/** A form that needs a slot. */
interface NewForm {
  readonly userId: string
  readonly arrival: () => Arrival
  /** Stops receiving it, because another user needs the slot more. */
  readonly cutOff: (why: Error) => void
}

interface Slot extends NewForm {
  /** The whole form has arrived: it will leave soon, and is no longer cut off. */
  isReceived: boolean
}

/**
 * The slots for forms that are being received. While all are in use, a user with fewer slots takes
 * one from a user with more, and a user without one takes that of a slow form, so that a few
 * accounts cannot shut out the rest.
 */
export function formSlots() {
  const slots = new Set<Slot>()
  const heldBy = (userId: string) => [...slots].filter((slot) => slot.userId === userId).length

  const slotFor = (own: number): Slot | undefined => {
    const receiving = [...slots].filter(({ isReceived }) => !isReceived)
    const ofMore = receiving.filter(({ userId }) => heldBy(userId) > own + 1)
    if (ofMore.length > 0) return slowestOf(ofMore)
    return own === 0 ? slowestOf(receiving.filter(isSlow)) : undefined
  }

  return {
    /** Refuses  upload.too_many, busy.try_later: thrown */
    enter(form: NewForm): { received(): void; leave(): void } {
      const own = heldBy(form.userId)
      if (own >= FORMS_MAX_BY_USER) {
        throw new RefusedRequest(refuse('upload.too_many', RETRY_LATER))
      }
      if (slots.size >= FORMS_MAX) {
        const taken = slotFor(own)
        if (!taken) throw new RefusedRequest(refuse('busy.try_later', RETRY_LATER))
        slots.delete(taken)
        taken.cutOff(new CutOffRequest(refuse('busy.try_later', RETRY_LATER)))
      }
      const slot: Slot = { ...form, isReceived: false }
      slots.add(slot)
      return {
        received: () => {
          slot.isReceived = true
        },
        leave: () => void slots.delete(slot),
      }
    },
  }
}

function isSlow({ arrival }: Slot): boolean {
  const { elapsedMs, bytesPerSecond } = arrival()
  return elapsedMs >= PATIENCE_MS && bytesPerSecond < PATIENT_BYTES_PER_SECOND
}

function slowestOf(slots: readonly Slot[]): Slot | undefined {
  const speedOf = ({ arrival }: Slot) => arrival().bytesPerSecond
  return slots.toSorted((a, b) => (speedOf(a) < speedOf(b) ? -1 : 1))[0]
}
