import type { ComponentProps, KeyboardEvent } from 'react'
import { Textarea } from './field.tsx'
import { isForInputMethod } from './input-method.ts'

interface CodeInputProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string
  /** Without the spaces and line breaks of what was pasted. */
  onValueChange: (value: string) => void
}

/**
 * For an address or a signature. Money depends on each letter, so all of it can be seen, on as many
 * lines as a narrow screen needs. Enter sends the form, as on a line.
 */
export function CodeInput({ onValueChange, ...rest }: CodeInputProps) {
  return (
    <Textarea
      rows={2}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      className="break-all font-mono placeholder:font-sans"
      onKeyDown={sendAtEnter}
      onChange={({ target }) => onValueChange(target.value.replace(/\s/g, ''))}
      {...rest}
    />
  )
}

function sendAtEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey, currentTarget } = event
  // With a modifier it acts in the dialog as a whole.
  if (key !== 'Enter' || ctrlKey || metaKey || isForInputMethod(event)) return
  event.preventDefault()
  const controls = [...(currentTarget.form?.elements ?? [])]
  const submit = controls.find((each) => each.matches('[type=submit]:enabled'))
  if (submit instanceof HTMLElement) submit.click()
}
