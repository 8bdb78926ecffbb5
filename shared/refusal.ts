import type { CountedDetail, RefusalCode, RefusalDetails } from './errors.ts'

/** An expected no: a code from `shared/errors.ts` and what its text needs. */
export interface Refusal {
  readonly refused: RefusalCode
  readonly details?: RefusalDetails
}

/** What the text of a known code counts is a number, and cannot be left out. */
type Given<Code extends RefusalCode> = [CountedDetail<Code>] extends [never]
  ? [details?: RefusalDetails]
  : RefusalCode extends Code
    ? [details?: RefusalDetails & { readonly [Name in CountedDetail<Code>]?: number }]
    : [details: RefusalDetails & { readonly [Name in CountedDetail<Code>]: number }]

export function refuse<Code extends RefusalCode>(code: Code, ...given: Given<Code>): Refusal {
  const [details] = given
  return details === undefined ? { refused: code } : { refused: code, details }
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value
}
