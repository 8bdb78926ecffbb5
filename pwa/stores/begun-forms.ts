import { createPersonal } from './personal.ts'

/** What a form survives: a change of page, or a reload as well. */
export type Outlives = 'page' | 'reload'

interface BegunForm {
  readonly id: string
  readonly outlives: Outlives | undefined
}

/** The open forms that hold what a reload would clear. */
export const useBegunForms = createPersonal<{ readonly forms: readonly BegunForm[] }>(() => ({
  forms: [],
}))

/** @returns for when the form is sent, cleared or gone */
export function noteBegunForm(id: string, outlives?: Outlives): () => void {
  useBegunForms.setState(({ forms }) => ({ forms: [...forms, { id, outlives }] }))
  return () =>
    useBegunForms.setState(({ forms }) => ({ forms: forms.filter((form) => form.id !== id) }))
}

/** Whether a change of page would clear what the user has entered. */
export function isHeldByPage(): boolean {
  return useBegunForms.getState().forms.some(({ outlives }) => outlives === undefined)
}
