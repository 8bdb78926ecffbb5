import type { RefusalCode, RefusalDetails } from './errors.ts'

/** An expected no: a code from `shared/errors.ts` and what its text needs. */
export interface Refusal {
  readonly refused: RefusalCode
  readonly details?: RefusalDetails
}

export function refuse(code: RefusalCode, details?: RefusalDetails): Refusal {
  return details === undefined ? { refused: code } : { refused: code, details }
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value
}
