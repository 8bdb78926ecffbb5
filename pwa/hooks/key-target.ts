const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select'

/** Whether keys that are pressed there are input: a text field or a choice. */
export function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null
}
