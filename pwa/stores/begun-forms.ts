import { createPersonal } from './personal.ts'

/** The open forms that hold what a reload would clear. */
export const useBegunForms = createPersonal<{ readonly ids: readonly string[] }>(() => ({
  ids: [],
}))

/** @returns for when the form is sent, cleared or gone */
export function noteBegunForm(id: string): () => void {
  useBegunForms.setState(({ ids }) => ({ ids: [...ids, id] }))
  return () => useBegunForms.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
}
