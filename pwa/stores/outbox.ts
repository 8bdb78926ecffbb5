import { createPersonal } from './personal.ts'

/** A submission of the signed-in user that the server has not accepted yet. */
export interface OutboxView {
  readonly id: string
  /** Its route: "POST /api/trades". */
  readonly kind: string
  readonly series?: string | undefined
  readonly params: unknown
  readonly body: unknown
  /** How often it has been sent. */
  readonly tries: number
  readonly state: 'waiting' | 'sending' | 'unknown' | 'refused'
  readonly failure:
    | {
        readonly code: string
        readonly error: string
        readonly message: string
        readonly details: Readonly<Record<string, unknown>>
      }
    | undefined
  readonly createdAtMs: number
}

interface OutboxState {
  readonly entries: readonly OutboxView[]
  /** False where the browser stores nothing: submissions are sent directly. */
  readonly isKept: boolean
  /** Whether the browser keeps what waits until it is sent; unknown until something waits. */
  readonly isLasting?: boolean
}

export const useOutboxStore = createPersonal<OutboxState>(() => ({ entries: [], isKept: true }))
