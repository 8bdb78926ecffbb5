import { ImagePlus, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { IconButton } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Field, Textarea } from '#pwa/ui/field.tsx'
import { ACCEPT } from '#pwa/ui/file-drop.tsx'
import { isForInputMethod } from '#pwa/ui/input-method.ts'
import { PickedFile } from '#pwa/ui/picked-file.tsx'
import { MESSAGE_LENGTH_MAX } from '#shared/rules/support.ts'
import { t } from '#shared/text/t.ts'
import { canSend, pictureError } from './timeline.ts'
import type { MessageDraftControl } from './use-message-draft.ts'

interface ComposerProps extends MessageDraftControl {
  label: string
  /** Another message is being sent: nothing can be sent until it has arrived. */
  isHeld?: boolean
  onSend: () => void
  /**
   * Takes the focus only if there is a hardware keyboard: on a phone it would open the on-screen
   * one.
   */
  typesAtOnce?: true
}

/** Where a message is written: Enter sends, Shift and Enter begin a new line. */
export function Composer(props: ComposerProps) {
  const { label, draft, change, isHeld = false, onSend, typesAtOnce } = props
  const box = useRef<HTMLFormElement>(null)
  const isReady = canSend(draft) && !isHeld
  useLayoutEffect(() => {
    const textarea = box.current?.querySelector('textarea')
    if (textarea?.value === draft.text) growWithText(textarea)
  }, [draft.text])
  useEffect(() => {
    if (!typesAtOnce || !window.matchMedia('(pointer: fine)').matches) return
    box.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [typesAtOnce])
  const send = () => {
    if (!isReady) return
    onSend()
    box.current?.querySelector('textarea')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isForInputMethod(event)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      ref={box}
      data-acts-below=""
      className="flex flex-col gap-2 border-line border-t p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {draft.picture && (
        <PickedFile
          file={draft.picture}
          error={pictureError(draft.picture)}
          onRemove={() => change({ picture: undefined })}
        />
      )}
      <div className="flex items-end gap-1">
        <AttachButton onPicture={(picture) => change({ picture })} />
        <Field label={label} labelHidden className="flex-1">
          <Textarea
            rows={1}
            maxLength={MESSAGE_LENGTH_MAX}
            placeholder={isHeld ? t('Your last message is on its way…') : label}
            enterKeyHint="send"
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const [picture] = event.clipboardData.files
              if (!picture) return
              event.preventDefault()
              change({ picture })
            }}
            className="field-sizing-content max-h-40 min-h-11 resize-none!"
          />
        </Field>
        <IconButton
          type="submit"
          label={t('Send')}
          aria-disabled={!isReady || undefined}
          className={classNames(
            'ms-1',
            isReady
              ? 'bg-accent-fill text-on-accent hover:bg-accent-fill hover:text-on-accent hover:brightness-110'
              : 'bg-surface-3 text-fg-3 hover:text-fg-3',
          )}
        >
          <SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </IconButton>
      </div>
    </form>
  )
}

/** What `field-sizing` does in the browsers that know it. */
function growWithText(textarea: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  textarea.style.height = 'auto'
  const borders = textarea.offsetHeight - textarea.clientHeight
  textarea.style.height = `${textarea.scrollHeight + borders}px`
}

function AttachButton({ onPicture }: { onPicture: (picture: File) => void }) {
  return (
    <label
      title={t('Attach an image')}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-fg-2 transition-colors hover:bg-surface-3 hover:text-fg has-focus-visible:outline-2 has-focus-visible:outline-info"
    >
      <ImagePlus aria-hidden="true" className="size-5" />
      <input
        type="file"
        accept={ACCEPT.image}
        aria-label={t('Attach an image')}
        className="sr-only"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          // Lets the user choose the same image again after removing it.
          event.target.value = ''
          if (chosen) onPicture(chosen)
        }}
      />
    </label>
  )
}
