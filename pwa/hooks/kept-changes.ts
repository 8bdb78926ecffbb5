/** The changes of a form whose draft is kept on the device. */
export interface KeptState<Draft> {
  readonly changes: Partial<Draft>
  /** Whether `changes` is the whole draft: before that, nothing is stored. */
  readonly isRead: boolean
}

export type KeptAction<Draft> =
  | { readonly type: 'read'; readonly kept: Partial<Draft> }
  | { readonly type: 'changed'; readonly part: Partial<Draft> }
  | { readonly type: 'cleared' }

export const UNREAD = { changes: {}, isRead: false }

/**
 * The draft may be read after the user began to type: what was typed or removed since then takes
 * precedence.
 */
export function reduceKept<Draft>(
  state: KeptState<Draft>,
  action: KeptAction<Draft>,
): KeptState<Draft> {
  switch (action.type) {
    case 'read':
      if (state.isRead) return state
      return { changes: { ...action.kept, ...state.changes }, isRead: true }
    case 'changed':
      return { ...state, changes: { ...state.changes, ...action.part } }
    case 'cleared':
      // A draft that is read later was sent or discarded.
      return { changes: {}, isRead: true }
  }
}
