import { useEffect, useId } from 'react'
import { noteBegunForm } from '#pwa/stores/begun-forms.ts'

/** For a form that is kept nowhere: says while it is open that it holds something. */
export function useBegunForm(isBegun: boolean): void {
  const id = useId()
  useEffect(() => (isBegun ? noteBegunForm(id) : undefined), [isBegun, id])
}
