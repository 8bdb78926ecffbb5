import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'

interface CodeFieldProps {
  code: string
  onCode: (code: string) => void
  isOffline: boolean
}

/** A stolen session alone withdraws nothing. What a code means without a network is said here. */
export function CodeField({ code, onCode, isOffline }: CodeFieldProps) {
  return (
    <>
      <Field label="Code" hint="6 digits of your authenticator app, or a recovery code.">
        <TextInput
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="num"
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
      </Field>
      {isOffline && (
        <Notice tone="warn">
          You are offline. The request is kept on this device and sent by itself, but the code of an
          app is good for about a minute. If it is too old by then, the request is refused and you
          can submit it again from the history. A recovery code does not age.
        </Notice>
      )}
    </>
  )
}
