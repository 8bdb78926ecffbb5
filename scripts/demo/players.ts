import type { Call } from './caller.ts'

export interface Players {
  readonly user: Call
  readonly admin: Call
  /** Another member of staff: much money takes two to approve. */
  readonly colleague: Call
  readonly userId: string
}

/** By two where the first approval is not enough: its price may be unknown yet. */
export async function approve(
  { admin, colleague }: Players,
  given: (by: Call, who: '' | ' twice') => Promise<{ awaits_second_approval?: true | undefined }>,
): Promise<void> {
  const { awaits_second_approval: isFirstOfTwo } = await given(admin, '')
  if (isFirstOfTwo) await given(colleague, ' twice')
}
