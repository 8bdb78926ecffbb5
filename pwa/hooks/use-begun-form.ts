import { use, useEffect, useId } from 'react'
import { noteBegunForm, type Outlives } from '#pwa/stores/begun-forms.ts'
import { ShownContext } from './shown-context.ts'

/**
 * Says that a form holds what the user has entered, while it is shown: closing a dialog discards its
 * form. One that survives a reload is never lost.
 */
export function useBegunForm(isBegun: boolean, outlives?: Outlives): void {
  const id = useId()
  const isShown = use(ShownContext)
  const mayBeLost = isBegun && isShown && outlives !== 'reload'
  useEffect(() => (mayBeLost ? noteBegunForm(id, outlives) : undefined), [mayBeLost, id, outlives])
}
