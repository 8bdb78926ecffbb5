import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { t } from '#shared/text/t.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { isForInputMethod } from './input-method.ts'
import { keepFocus } from './keep-focus.ts'
import { openOnTop } from './top-layer.ts'

interface DialogProps {
  /** False closes it with its animation; a dialog that is simply unmounted needs none. */
  open?: boolean
  onClose: () => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Stays at the bottom edge while the content scrolls: the buttons. */
  footer?: ReactNode
  /** While a submission is under way, nothing closes the dialog. */
  locked?: boolean | undefined
  /** It stays above dialogs that open later: they may wait for what it asks. */
  isUppermost?: boolean | undefined
  children: ReactNode
}

/** A modal dialog: a bottom sheet on a phone. It stays until its closing animation has ended. */
export function Dialog(props: DialogProps) {
  const { open = true } = props
  const [isThere, setThere] = useState(open)
  if (open && !isThere) setThere(true)
  if (!isThere) return null
  return createPortal(
    <Frame {...props} open={open} onClosed={() => setThere(false)} />,
    document.body,
  )
}

function Frame(props: DialogProps & { onClosed: () => void }) {
  const { open, title, description, size = 'medium', footer, locked, isUppermost, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasPressedOutside = useRef(false)
  const id = useId()
  const closed = useEffectEvent(props.onClosed)
  const ask = () => open && !locked && props.onClose()

  useLayoutEffect(() => {
    if (!element.current) return
    const leave = keepFocus(element.current, heading.current)
    const close = openOnTop(element.current)
    // A field with the focus would bring up the keyboard of a phone.
    heading.current?.focus()
    return () => {
      leave()
      close()
    }
  }, [])

  useLayoutEffect(() => {
    if (open) return
    let isOver = false
    const ends = element.current?.getAnimations().map(({ finished }) => finished) ?? []
    void Promise.allSettled(ends).then(() => isOver || closed())
    return () => {
      isOver = true
    }
  }, [open])

  function onKey(event: KeyboardEvent<HTMLElement>) {
    const isHere = (event.target as Element).closest('dialog') === element.current
    if (isHere && isActing(event)) {
      event.preventDefault()
      element.current?.querySelector<HTMLElement>('[data-acts]:enabled')?.click()
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // The browser closes a dialog at the second Escape, even if the page prevents it.
    event.preventDefault()
    ask()
  }

  return (
    <dialog
      ref={element}
      data-state={open ? 'open' : 'closed'}
      data-uppermost={isUppermost ? '' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={BACKDROP}
      onKeyDown={onKey}
      onPointerDown={({ target, currentTarget }) => {
        wasPressedOutside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) =>
        target === currentTarget && wasPressedOutside.current && ask()
      }
      // The back gesture of a phone. A file picker in the dialog has a `cancel` event as well.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        ask()
      }}
      // A browser may close it without asking; it is reopened while the page says that it is open.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open) return
        currentTarget.showModal()
        ask()
      }}
    >
      <div data-state={open ? 'open' : 'closed'} className={classNames(PANEL, STEADY, SIZES[size])}>
        <header className="flex items-start gap-3 py-2 pe-2 ps-4 md:ps-6">
          <div className="flex min-w-0 flex-1 flex-col gap-1 py-2.5">
            <h2
              ref={heading}
              id={`${id}-title`}
              tabIndex={-1}
              className="font-semibold text-fg text-lg outline-none"
            >
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="text-fg-3 text-sm">
                {description}
              </p>
            )}
          </div>
          <IconButton label={t('Close')} disabled={locked} onClick={ask}>
            <X className="size-5" />
          </IconButton>
        </header>
        <ScrollBody label={title}>{children}</ScrollBody>
        {footer && (
          <footer className="flex flex-wrap gap-3 border-line border-t px-4 py-3 md:justify-end md:px-6">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}

/** Ctrl-Enter presses the primary button, wherever the focus is; held down, it does so once. */
function isActing(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, repeat } = event
  return key === 'Enter' && (ctrlKey || metaKey) && !repeat && !isForInputMethod(event)
}

// The dialog is as large as the screen and dims it: a press beside the panel is a press on the dialog.
// It contains toasts, so it is never transformed. Clipped and not hidden: focusing an element while
// the sheet slides in would scroll the dialog permanently.
const BACKDROP =
  'fixed inset-0 flex size-full max-h-none max-w-none flex-col justify-end overflow-clip bg-scrim px-safe text-fg outline-none backdrop:hidden data-[state=closed]:animate-scrim-out data-[state=open]:animate-scrim-in md:items-center md:justify-center'

// A notice is shown above the panel.
const PANEL =
  'flex max-h-[calc(100dvh-max(8dvh,var(--notice-room,0px)))] flex-col rounded-t-lg border-line border-t bg-surface pb-safe shadow-raised data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in md:max-h-[calc(100dvh-2*max(6dvh,var(--notice-room,0px)))] md:max-w-[min(100%,calc(100vw-3rem))] md:rounded-lg md:border md:pb-0 md:data-[state=closed]:animate-fade-out md:data-[state=open]:animate-pop-in short:overflow-y-auto'

// Tabs keep their position, however much content is below them.
const STEADY =
  'max-md:has-[[role=tablist]]:h-dvh md:has-[[role=tablist]]:mt-[max(6dvh,var(--notice-room,0px))] md:has-[[role=tablist]]:mb-auto'

const SIZES = { small: 'md:w-[26rem]', medium: 'md:w-[32rem]', large: 'md:w-[60rem]' }

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

/**
 * The part of a dialog that scrolls; as high as its content where there is room. A basis of 0 % would
 * leave it no height in WebKit. It takes the focus, for the arrow keys, if nothing in it can.
 */
function ScrollBody({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isStop, setStop] = useState(false)
  useEffect(() => {
    const look = () => {
      const { current: element } = box
      if (!element) return
      const scrolls = element.scrollHeight > element.clientHeight
      setStop(scrolls && element.querySelector(FOCUSABLE) === null)
    }
    const observer = new ResizeObserver(look)
    for (const { current: element } of [box, content]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      {...(isStop ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
      className="min-h-0 flex-auto overflow-y-auto overscroll-contain short:flex-none short:overflow-visible px-4 pb-4 focus-visible:outline-offset-[-2px] md:px-6 md:pb-6"
    >
      <div ref={content}>{children}</div>
    </div>
  )
}
