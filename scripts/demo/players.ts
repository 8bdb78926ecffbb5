import type { Call } from './caller.ts'

export interface Players {
  readonly user: Call
  readonly admin: Call
  /** Another member of staff, for second approvals. */
  readonly colleague: Call
  readonly userId: string
}

/** Approved by two if the first approval is not enough: the price may still be unknown. */
export async function approve(
  { admin, colleague }: Players,
  given: (by: Call, who: '' | ' twice') => Promise<{ awaits_second_approval?: true | undefined }>,
): Promise<void> {
  const { awaits_second_approval: isFirstOfTwo } = await given(admin, '')
  if (isFirstOfTwo) await given(colleague, ' twice')
}
